#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/express-mesh/case.hpp"
#include "models/express-mesh/steps.hpp"

namespace plexus {

class express_mesh;

/// One algorithm of the express mesh. A file each holds what it asks of its parameters, its steps
/// and hops in closed form (specification, sections 4 to 6) and its program; this value ties them
/// together.
struct ExpressMeshAlgorithm {
  std::string operation;
  std::string name;
  std::string summary;  ///< one line
  std::string section;  ///< of the paper
  std::string growth;   ///< that the paper states, as `N^(1/4)`; empty: none
  /// What the paper states, for N values: no constant factor is meant.
  double (*growth_of)(const ExpressMeshCase&) = nullptr;
  bool is_default = false;
  ExpressMeshRules rules;
  Program (*program)(alu_node&, const ExpressMeshCase&) = nullptr;
  /// Steps no algorithm can beat; null where none are stated.
  std::int64_t (*least_steps)(const ExpressMeshCase&) = nullptr;
  /// What is wrong with the results, in a sentence.
  std::optional<std::string> (*check)(const ExpressMeshCase&, const express_mesh&) = nullptr;
  /// Figures beside those of the hardware, and what they are.
  void (*statistics)(const ExpressMeshCase&, const express_mesh&, Statistics&) = nullptr;
  std::vector<Statistic> declared;
  /// Cycles of local work that comes before everything else.
  Cycles (*work)(const ExpressMeshCase&) = nullptr;
  /// Cycles that it never exceeds, where the steps depend on the data; null: they do not.
  double (*most)(const ExpressMeshCase&) = nullptr;
  /// All hops, in closed form; null where none is known.
  Steps (*hops)(const ExpressMeshCase&) = nullptr;
  /// In the place of a run.
  void (*answer)(const ExpressMeshCase&, Statistics&) = nullptr;
};

/// All of them, in the order of the tables.
[[nodiscard]] std::vector<ExpressMeshAlgorithm> express_mesh_algorithms();

namespace express {

// ---- topology ----------------------------------------------------------------------------------
ExpressMeshAlgorithm topology(ExpressLayout layout);
// ---- reduce ------------------------------------------------------------------------------------
ExpressMeshAlgorithm algorithm_1();
ExpressMeshAlgorithm algorithm_1_dual();
ExpressMeshAlgorithm algorithm_2();
ExpressMeshAlgorithm dimension_order();
ExpressMeshAlgorithm blocked();
ExpressMeshAlgorithm algorithm_3();
ExpressMeshAlgorithm algorithm_3_compound();
ExpressMeshAlgorithm algorithm_3_shifted();
ExpressMeshAlgorithm algorithm_3_shortened();
ExpressMeshAlgorithm algorithm_4();
ExpressMeshAlgorithm algorithm_4_literal();
ExpressMeshAlgorithm algorithm_4_compound();
ExpressMeshAlgorithm algorithm_4_shifted();
ExpressMeshAlgorithm algorithm_4_shortened();
ExpressMeshAlgorithm hierarchy_lines();
ExpressMeshAlgorithm hierarchy_submesh();
ExpressMeshAlgorithm ordinary_mesh();
ExpressMeshAlgorithm global_bus();
ExpressMeshAlgorithm row_column_bus();
ExpressMeshAlgorithm separable_bus();
ExpressMeshAlgorithm separable_bus_row_major();
ExpressMeshAlgorithm bus_hierarchy();
// ---- others ------------------------------------------------------------------------------------
ExpressMeshAlgorithm line_broadcast();
ExpressMeshAlgorithm line_scan();
ExpressMeshAlgorithm row_column_scan();
ExpressMeshAlgorithm count_and_search();
ExpressMeshAlgorithm median_of_medians();
ExpressMeshAlgorithm four_scans();

/// Steps of the median in this many iterations.
[[nodiscard]] Steps median_steps(const ExpressMeshCase& at, std::int64_t iterations);

}  // namespace express

// ---- what several reductions share -------------------------------------------------------------
/// Node 0 must hold all values combined in the order of their indices.
[[nodiscard]] std::optional<std::string> check_reduce(const ExpressMeshCase& at,
                                                      const express_mesh& machine);
/// `result`, and `max_sets` where sets were held.
void report_reduce(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics);
[[nodiscard]] std::vector<Statistic> reduce_statistics();
/// An operand as a report shows it: a number, the entries of a matrix, a text.
[[nodiscard]] Json operand_json(Operator op, const Operand& operand);
/// All values of a case in the order of their indices, combined: what a reduction must give.
[[nodiscard]] Operand sequential_result(const ExpressMeshCase& at, std::uint64_t seed);
/// The eccentricity of node 0, or the diameter if the result goes everywhere.
[[nodiscard]] std::int64_t least_to_result(const ExpressMeshCase& at);
/// What all algorithms of `reduce` have in common, filled in.
[[nodiscard]] ExpressMeshAlgorithm reduction(std::string name, std::string summary,
                                             std::string section, ExpressMeshRules rules);
/// The paper's growths.
[[nodiscard]] double fourth_root(const ExpressMeshCase& at);

}  // namespace plexus
