#include <cmath>

#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

/// Sum of l_k - 1 mesh steps and T_k - 1 express steps.
Steps steps(const ExpressMeshCase& at) {
  Steps steps;
  for (unsigned k = 0; k < at.mesh.dimensions(); ++k) {
    steps += building_block::line(at.mesh.line(k));
  }
  return steps;
}

/// The dimensions in the order in which they are combined: the last one first, or for values in
/// column-major order the first one.
std::vector<unsigned> order(const ExpressMeshCase& at) {
  std::vector<unsigned> order;
  const unsigned d = at.mesh.dimensions();
  for (unsigned i = 0; i < d; ++i) order.push_back(exchanged(at.placement) ? i : d - 1 - i);
  return order;
}

Steps hops(const ExpressMeshCase& at) {
  Steps hops;
  std::int64_t lines = at.mesh.values();
  for (const unsigned k : order(at)) {
    lines /= at.mesh.sides[k];
    hops += lines * building_block::line_hops(at.mesh.line(k), at.forward);
  }
  return hops;
}

/// Algorithm 1 in one dimension after the other; of those that have been combined, only the first
/// place takes part.
std::vector<Stage> stages(const ExpressMeshCase& at) {
  std::vector<Stage> stages;
  std::vector<std::int64_t> lines(at.mesh.dimensions(), 1);
  for (const unsigned k : order(at)) {
    for (Stage& stage : line_stages(at.mesh, k, lines)) stages.push_back(std::move(stage));
    lines[k] = at.mesh.sides[k];
  }
  return stages;
}

/// Theta(N^(1/(2r))) in r dimensions.
double growth(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 0.5 / at.mesh.dimensions());
}

}  // namespace

ExpressMeshAlgorithm dimension_order() {
  ExpressMeshRules rules;
  rules.dimensions = 0;
  rules.sides = {9, 9, 9};
  rules.relays = true;
  rules.exchanged = Placement::kColumnMajor;
  rules.steps = steps;
  rules.stages = stages;
  rules.parts = {"em_node1"};
  ExpressMeshAlgorithm algorithm =
      reduction("dimension-order", "Algorithm 1 in one dimension after the other", "5", rules);
  algorithm.hops = hops;
  algorithm.growth = "N^(1/(2r))";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
