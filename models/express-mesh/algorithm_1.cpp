#include <cmath>

#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

/// l - 1 mesh steps, T - 1 express steps (section 4.1; Sec. 4 of the paper: O(N^(1/2))).
Steps steps(const ExpressMeshCase& at) { return building_block::line(at.mesh.line(0)); }

Steps hops(const ExpressMeshCase& at) {
  return building_block::line_hops(at.mesh.line(0), at.forward);
}

/// Phase 1: every segment to its terminal; phase 2: the terminals to the first one.
std::vector<Stage> stages(const ExpressMeshCase& at) { return line_stages(at.mesh, 0, {1}); }

double square_root(const ExpressMeshCase& at) {
  return std::sqrt(static_cast<double>(at.mesh.values()));
}

}  // namespace

ExpressMeshAlgorithm algorithm_1() {
  ExpressMeshRules rules;
  rules.dimensions = 1;
  rules.sides = {16};
  rules.relays = true;
  rules.steps = steps;
  rules.stages = stages;
  rules.parts = {"em_node1", "em_line"};
  ExpressMeshAlgorithm algorithm =
      reduction("algorithm-1", "one line: segments to their terminals, terminals to the first one",
                "4", rules);
  algorithm.hops = hops;
  algorithm.growth = "N^(1/2)";
  algorithm.growth_of = square_root;
  return algorithm;
}

}  // namespace plexus::express
