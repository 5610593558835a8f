#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

/// l_r - 1 + l_c - 1 mesh steps, T_r - 1 + T_c - 1 express steps (section 4.1).
Steps steps(const ExpressMeshCase& at) {
  return building_block::line(at.mesh.line(0)) + building_block::line(at.mesh.line(1));
}

/// All lines of one dimension, then one line of the other.
Steps hops(const ExpressMeshCase& at) {
  const ExpressLine first = at.first_line();
  const ExpressLine second = at.second_line();
  return second.nodes * building_block::line_hops(first, at.forward) +
         building_block::line_hops(second, at.forward);
}

/// Phase 1: Algorithm 1 on every row; phase 2: on the leftmost column (with rows and columns
/// exchanged for values in column-major order).
std::vector<Stage> stages(const ExpressMeshCase& at) {
  std::vector<std::int64_t> one_line(2, 1);
  one_line[at.first_dimension()] = at.first_line().nodes;
  std::vector<Stage> stages = line_stages(at.mesh, at.first_dimension(), {1, 1});
  for (Stage& stage : line_stages(at.mesh, at.second_dimension(), one_line)) {
    stages.push_back(std::move(stage));
  }
  return stages;
}

}  // namespace

ExpressMeshAlgorithm algorithm_2() {
  ExpressMeshRules rules;
  rules.relays = true;
  rules.exchanged = Placement::kColumnMajor;
  rules.steps = steps;
  rules.stages = stages;
  rules.parts = {"em_node1"};
  ExpressMeshAlgorithm algorithm =
      reduction("algorithm-2", "Algorithm 1 on every row, then on the leftmost column", "5", rules);
  algorithm.hops = hops;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
