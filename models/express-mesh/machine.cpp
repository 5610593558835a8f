#include "models/express-mesh/machine.hpp"

#include <memory>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/drawing.hpp"

namespace plexus {

namespace {

const Statistic kChosenLengths{"chosen_lengths", "links", "of --lengths best"};

std::string section(const std::string& number) { return "Cheung and Lau 1995, Sec. " + number; }

Json lengths_json(const ExpressMeshShape& mesh) {
  Json lengths = Json::array();
  for (const auto& levels : mesh.lengths) {
    if (levels.size() == 1) {
      lengths.push_back(levels.front());
    } else {
      lengths.push_back(levels);
    }
  }
  return lengths;
}

/// Our exact count: A h + X x + B b, after local work.
Cycles exact_cycles(const ExpressMeshAlgorithm& described, const ExpressMeshCase& at) {
  const Cycles work = described.work != nullptr ? described.work(at) : 0_cycles;
  return work + described.rules.steps(at).cycles(at.costs);
}

std::vector<Equation<ExpressMeshCase>> equations_of(const ExpressMeshAlgorithm& described) {
  std::vector<Equation<ExpressMeshCase>> equations;
  if (described.growth_of != nullptr) {
    equations.push_back({.label = described.growth,
                         .place = section(described.section),
                         .formula = described.growth_of});
  }
  if (described.most != nullptr) {
    equations.push_back({.label = "I <= 1 + log N / log(16/15)",
                         .place = "bound on the iterations",
                         .formula = described.most,
                         .relation = [](const ExpressMeshCase&) { return Relation::kAtMost; }});
  }
  return equations;
}

double memory_of_mesh(const ExpressMeshCase& at) {
  constexpr double kNode = 3000;  // module, program
  constexpr double kLink = 450;   // both directions, ends
  constexpr double kTap = 100;
  const auto nodes = static_cast<double>(at.mesh.nodes());
  double bytes = nodes * (kNode + kLink * at.mesh.dimensions() + 16.0 * channels_of(at));
  if (at.mesh.layout == ExpressLayout::kLines) bytes += nodes * kLink / 2;
  if (at.buses != BusLayout::kNone) bytes += 3 * nodes * kTap;
  return bytes;
}

}  // namespace

std::vector<ExpressMeshAlgorithm> express_mesh_algorithms() {
  using namespace express;
  std::vector<ExpressMeshAlgorithm> all;
  for (const ExpressLayout layout : kExpressLayouts) all.push_back(topology(layout));
  for (const auto make : {algorithm_1,
                          algorithm_1_dual,
                          algorithm_2,
                          dimension_order,
                          blocked,
                          algorithm_3,
                          algorithm_4,
                          algorithm_4_literal,
                          algorithm_3_compound,
                          algorithm_4_compound,
                          algorithm_3_shifted,
                          algorithm_4_shifted,
                          algorithm_3_shortened,
                          algorithm_4_shortened,
                          hierarchy_lines,
                          hierarchy_submesh,
                          ordinary_mesh,
                          global_bus,
                          row_column_bus,
                          separable_bus,
                          separable_bus_row_major,
                          bus_hierarchy,
                          line_broadcast,
                          line_scan,
                          row_column_scan,
                          count_and_search,
                          median_of_medians,
                          four_scans}) {
    all.push_back(make());
  }
  return all;
}

/// Without hardware: distances and degrees of the nodes, where they are not all known by formula.
double memory_of_topology(const ExpressMeshCase& at) {
  const ExpressLayout layout = at.mesh.layout;
  const bool known = layout == ExpressLayout::kNone || layout == ExpressLayout::kLines;
  return (known ? 1.2 : 40.0) * static_cast<double>(at.mesh.nodes());
}

Algorithm<ExpressMeshCase> describe(const ExpressMeshAlgorithm& described) {
  Algorithm<ExpressMeshCase> algorithm;
  algorithm.operation = described.operation;
  algorithm.name = described.name;
  algorithm.summary = described.summary;
  algorithm.is_default = described.is_default;
  algorithm.parameters = parameters_of(described.rules);
  algorithm.prepare = [rules = described.rules](ExpressMeshCase& at) {
    const Values given = std::move(at.given);
    at = ExpressMeshCase::read(given, rules);
  };
  algorithm.declared = described.declared;
  if (described.answer != nullptr) {
    algorithm.answer = described.answer;
    algorithm.memory = memory_of_topology;
    algorithm.only_blocks.emplace();
    return algorithm;
  }
  algorithm.program = described.program;
  algorithm.only_blocks = described.rules.two_ways ? std::vector<std::string>{"link"}
                                                   : std::vector<std::string>{"link", "port_guard",
                                                                              "em_link", "em_port"};
  algorithm.blocks = described.rules.parts;
  algorithm.equations = equations_of(described);
  if (described.rules.steps != nullptr) {
    algorithm.exact = [described](const ExpressMeshCase& at) {
      return exact_cycles(described, at);
    };
    if (described.rules.levels != Levels::kNone) algorithm.declared.push_back(kChosenLengths);
  }
  if (described.least_steps != nullptr) {
    algorithm.lower_bound = [least = described.least_steps](const ExpressMeshCase& at) {
      return least(at) * at.costs.mesh;
    };
  }
  algorithm.check = described.check;
  algorithm.statistics = [own = described.statistics](const ExpressMeshCase& at,
                                                      const express_mesh& machine,
                                                      Statistics& statistics) {
    if (own != nullptr) own(at, machine, statistics);
    if (at.chosen) statistics.set(kChosenLengths, lengths_json(at.mesh));
  };
  return algorithm;
}

MachineKind<ExpressMeshCase> express_mesh_kind() {
  return {.name = "express-mesh",
          .read =
              [](const Values& values) {
                ExpressMeshCase at;
                at.given = values;
                return at;
              },
          .build =
              [](const ExpressMeshCase& at, const Operation&, const ConstructionOrder& order) {
                return std::make_unique<express_mesh>("express_mesh", at, order);
              },
          .memory = memory_of_mesh,
          .declared = express_mesh::statistics(),
          .layout = [](const ExpressMeshCase& at) { return express_mesh_layout(at.mesh); }};
}

void add_express_mesh(Catalogue& catalogue) {
  const MachineList<ExpressMeshCase> add{catalogue, express_mesh_kind()};
  for (const ExpressMeshAlgorithm& described : express_mesh_algorithms()) add(describe(described));
}

}  // namespace plexus
