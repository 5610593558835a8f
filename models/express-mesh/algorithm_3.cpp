#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

/// The steps of Algorithm 2, with far fewer express links.
Steps steps(const ExpressMeshCase& at) {
  return building_block::line(at.mesh.line(0)) + building_block::line(at.mesh.line(1));
}

/// Each node sends exactly once.
Steps hops(const ExpressMeshCase& at) {
  const std::int64_t terminals = at.mesh.line(0).terminals() * at.mesh.line(1).terminals();
  return {at.mesh.values() - terminals, terminals - 1, 0};
}

/// Phase 1: every submesh to its terminal, rows then its first column; phase 2: the terminals of
/// each row to the leftmost one; phase 3: those upwards. Rows and columns are exchanged for values
/// in submesh-column-major order.
std::vector<Stage> stages(const ExpressMeshCase& at) {
  const unsigned first = at.first_dimension();
  const unsigned second = at.second_dimension();
  const ExpressLine along = at.first_line();
  const ExpressLine across = at.second_line();
  const auto lines = [&](unsigned dimension, std::int64_t multiple) {
    std::vector<std::int64_t> all(2, 1);
    all[1 - dimension] = multiple;
    return all;
  };
  return {{first, 0, 1, along.length, lines(first, 1)},
          {second, 0, 1, across.length, lines(second, along.length)},
          {first, 1, along.length, 0, lines(first, across.length)},
          {second, 1, across.length, 0, lines(second, along.nodes)}};
}

}  // namespace

ExpressMeshAlgorithm algorithm_3() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kSparse;
  rules.placement = Placement::kSubmeshRowMajor;
  rules.exchanged = Placement::kSubmeshColumnMajor;
  rules.steps = steps;
  rules.stages = stages;
  ExpressMeshAlgorithm algorithm = reduction(
      "algorithm-3", "every submesh to its terminal, then over few express links", "6", rules);
  algorithm.hops = hops;
  algorithm.is_default = true;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
