#include <cmath>
#include <numeric>

#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

/// Sum of n_k - 1 mesh steps.
Steps steps(const ExpressMeshCase& at) {
  Steps steps;
  for (const std::int64_t side : at.mesh.sides) steps.mesh += side - 1;
  return steps;
}

Steps hops(const ExpressMeshCase& at) {
  Steps hops;
  std::int64_t lines = at.mesh.values();
  for (unsigned k = at.mesh.dimensions(); k-- > 0;) {
    const std::int64_t side = at.mesh.sides[k];
    lines /= side;
    hops += lines * building_block::line_hops({side, side}, at.forward);
  }
  return hops;
}

/// Whole lines towards their first node, the last dimension first.
std::vector<Stage> stages(const ExpressMeshCase& at) {
  std::vector<Stage> stages;
  std::vector<std::int64_t> lines(at.mesh.dimensions(), 1);
  for (unsigned k = at.mesh.dimensions(); k-- > 0;) {
    stages.push_back({k, 0, 1, 0, lines});
    lines[k] = at.mesh.sides[k];
  }
  return stages;
}

/// Table 1: Theta(N^(1/2)) in two dimensions.
double growth(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 1.0 / at.mesh.dimensions());
}

}  // namespace

ExpressMeshAlgorithm ordinary_mesh() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kNone;
  rules.dimensions = 0;
  rules.levels = Levels::kNone;
  rules.relays = true;
  rules.combines = true;
  rules.steps = steps;
  rules.stages = stages;
  ExpressMeshAlgorithm algorithm =
      reduction("ordinary-mesh", "no express links: whole rows, then column 0", "3", rules);
  algorithm.hops = hops;
  algorithm.growth = "N^(1/2)";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
