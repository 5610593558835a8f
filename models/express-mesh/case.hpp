#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/operand.hpp"
#include "hw/node/alu_node.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/catalogue/json.hpp"
#include "models/express-mesh/placement.hpp"
#include "models/express-mesh/shape.hpp"
#include "models/express-mesh/stages.hpp"
#include "models/express-mesh/steps.hpp"

namespace plexus {

class express_mesh;

/// Which buses a machine has besides its mesh.
enum class BusLayout : std::uint8_t {
  kNone,
  kGlobal,     ///< one on all nodes
  kRowColumn,  ///< one for every row and column
  kSeparable,  ///< separable ones for rows and columns 0, s, 2s, ..
  kHierarchy   ///< level k joins the nodes at multiples of g^k in blocks of g^(k+1)
};

/// The parameters of one run on an express mesh, read once. What an algorithm does not take keeps
/// its default.
struct ExpressMeshCase {
  using Module = express_mesh;
  using Node = alu_node;

  ExpressMeshShape mesh;
  BusLayout buses{};          ///< besides the mesh
  bool best_lengths = false;  ///< they come from a search
  Words words{1};
  LinkTiming timing;
  HopCosts costs;
  bool forward = false;  ///< relays forward; otherwise each node merges on the way
  Operator op = Operator::kSum;
  Placement placement = Placement::kRowMajor;
  std::uint64_t seed = 0;
  std::int64_t values = 0;     ///< N
  std::int64_t op_cycles = 0;  ///< one local combination in `blocked`
  std::int64_t block = 0;      ///< s of the bus baselines; 0: there are none
  std::int64_t group = 2;
  std::int64_t group2 = 1;
  std::int64_t group3 = 0;
  bool suffix = false;       ///< direction of a line scan
  std::int64_t one_in = 1;   ///< a bit is 1 if the hash is a multiple of it
  std::int64_t modulus = 1;  ///< of the values of `median`
  std::int64_t rank = 1;     ///< k of `median`
  bool everywhere = false;   ///< the result goes to all nodes
  std::int64_t ports = 1;    ///< sends, and receives, that a node may have at a time
  bool full_duplex = false;  ///< links carry packets both ways at once

  // What follows from the setup of the algorithm.
  std::vector<SubmeshSize> submeshes;  ///< of the placement, largest first
  Stages stages;                       ///< phases of a reduction that is nothing but stages
  std::optional<Steps> steps;          ///< of the whole run; none: only a run can tell
  std::vector<std::string> parts;      ///< with twins that the algorithm has besides the machine's

  /// The dimension along which an algorithm in two dimensions combines first: rows are lines of
  /// dimension 1, unless the placement exchanges rows and columns.
  [[nodiscard]] unsigned first_dimension() const { return exchanged(placement) ? 0 : 1; }
  [[nodiscard]] unsigned second_dimension() const { return 1 - first_dimension(); }
  /// The lines of both in two dimensions.
  [[nodiscard]] ExpressLine first_line() const { return mesh.line(first_dimension()); }
  [[nodiscard]] ExpressLine second_line() const { return mesh.line(second_dimension()); }
  /// Index of the value that a node of the grid holds at first.
  [[nodiscard]] std::uint64_t index_of(NodeId node) const {
    return value_index(placement, mesh.sides, node, submeshes);
  }
  /// That value.
  [[nodiscard]] Operand operand_at(NodeId node) const {
    return operand_of(op, index_of(node), seed);
  }
  [[nodiscard]] bool bit_at(NodeId node) const {
    return express_hash(node, seed) % static_cast<std::uint64_t>(one_in) == 0;
  }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] ExpressMeshCase express_mesh_case(const Values& values);

/// The machine that an algorithm needs: what its parameters are and how its cases are completed.
struct ExpressMeshSetup {
  ExpressLayout layout = ExpressLayout::kLines;
  unsigned dimensions = 2;                  ///< 0: any number
  unsigned levels = 1;                      ///< of express links, at most
  std::vector<std::int64_t> sides{16, 16};  ///< by default
  BusLayout buses = BusLayout::kNone;
  /// A length by default for a side, and what is said of it: near its square root.
  Json (*usual_length)(std::int64_t side) = nullptr;
  const char* usual_lengths = "near the square roots of the sides";
  /// Placement that an operator needs that does not commute; none: the order is lost.
  std::optional<Placement> placement = Placement::kRowMajor;
  std::optional<Placement> exchanged{};  ///< the same with rows and columns exchanged
  bool single_nodes_row_major = false;   ///< blocks of one node need row-major order
  Stages (*stages)(const ExpressMeshCase&) = nullptr;
  Steps (*steps)(const ExpressMeshCase&) = nullptr;  ///< null: those of the stages, if it has some
  void (*check)(const ExpressMeshCase&) = nullptr;   ///< of several parameters; throws Refusal

  /// Does the plan tell the steps, or only a run?
  [[nodiscard]] bool counted() const { return stages != nullptr || steps != nullptr; }
  [[nodiscard]] Steps steps_of(const ExpressMeshCase& at) const;
  /// Shortest length of an express link.
  [[nodiscard]] std::int64_t shortest() const {
    return layout == ExpressLayout::kShortened ? 4 : 2;
  }
};

/// `own` on such a machine: its parameters are completed by those of the machine, its cases by what
/// follows from the setup, with `--lengths best` by a search.
[[nodiscard]] Algorithm<ExpressMeshCase> on_express_mesh(const ExpressMeshSetup& setup,
                                                         Algorithm<ExpressMeshCase> own);
/// The same for an algorithm of the operation `reduce`; without a program: nothing but the stages.
[[nodiscard]] Algorithm<ExpressMeshCase> reduce_on(const ExpressMeshSetup& setup,
                                                   Algorithm<ExpressMeshCase> own);

// ---- parameters that several algorithms take ----------------------------------------------------
inline constexpr unsigned kMostLevels = 12;
/// What an entry of the value of `--lengths` says for each dimension: a length, or one per level.
[[nodiscard]] Lengths lengths_of(const Json& value);
/// `sides` and, where the setup has express links, `lengths`.
[[nodiscard]] std::vector<Parameter> shape_parameters(const ExpressMeshSetup& setup);
/// Of a run: `seed`, `words`, `startup`, `bandwidth`, and what express links and buses take more.
[[nodiscard]] std::vector<Parameter> run_parameters(const ExpressMeshSetup& setup);
/// Nodes of the grid that `sides` asks for.
[[nodiscard]] std::int64_t grid_nodes(const Values& values);
[[nodiscard]] Parameter relay_parameter(const std::string& fallback);
/// `op`, any operator.
[[nodiscard]] Parameter operator_parameter(const std::string& fallback);
[[nodiscard]] Parameter placement_parameter(const ExpressMeshSetup& setup);
[[nodiscard]] Parameter one_in_parameter();
[[nodiscard]] Parameter place_parameter();
[[nodiscard]] Parameter block_parameter(
    std::int64_t fallback, const std::string& help = "side of the blocks that a bus serves");
[[nodiscard]] Parameter group_parameter();

// ---- what the paper says ------------------------------------------------------------------------
namespace express {

/// The source of what stands in a section, "7", as reports and lists name it.
[[nodiscard]] std::string section(const std::string& number);
/// N^(1/root): a growth, of which no constant factor is meant.
[[nodiscard]] Equation<ExpressMeshCase> root_of_n(int root, const std::string& number);
/// N^(1/(r (k + 1))) in r dimensions with k levels of express links, as `label` says it.
[[nodiscard]] Equation<ExpressMeshCase> root_by_levels(const std::string& label,
                                                       const std::string& number);
/// log2 N.
[[nodiscard]] Equation<ExpressMeshCase> log_of_n(const std::string& number);

}  // namespace express

// ---- lower bounds -------------------------------------------------------------------------------
/// A hop for each link between node 0 and the node farthest from it, or with `everywhere` between
/// the two nodes farthest apart. Nothing where buses take short cuts.
[[nodiscard]] std::optional<Cycles> bound_of_result(const ExpressMeshCase& at);

// ---- results: node 0 has all values combined in the order of their indices ----------------------
/// An operand as a report shows it: a number, the entries of a matrix, a text.
[[nodiscard]] Json operand_json(Operator op, const Operand& operand);
/// What a reduction of the values that `seed` makes must give.
[[nodiscard]] Operand sequential_result(const ExpressMeshCase& at, std::uint64_t seed);
[[nodiscard]] std::optional<std::string> wrong_reduce(const ExpressMeshCase& at,
                                                      const express_mesh& machine);
/// `result`, and `max_sets` where sets were held.
void report_reduce(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics);

}  // namespace plexus
