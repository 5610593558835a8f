#include "models/hypercube/broadcasts.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

Streams parts_of(const HypercubeCase& at) {
  return even_streams(at.words, static_cast<std::int64_t>(at.trees.size()), at.packets);
}

}  // namespace

Pipeline longest_way(const HypercubeCase& at) { return {at.n(), at.words, at.packets}; }

Equation<HypercubeCase> down_a_tree(Relation relation) {
  return unless_alone(pipeline_minimum<HypercubeCase>("(3.21)", "3.2(E)", longest_way, relation));
}

Cycles every_other_step(const HypercubeCase& at, EvenSplit split) {
  const Cycles first = at.timing.hop(split.largest());
  return at.n() * first + 2 * (sum_of_hops(split, at.timing) - first);
}

NodeProgram<processor> down_trees(const HypercubeCase& at, hypercube_machine& /*top*/) {
  return [trees = at.trees, parts = parts_of(at)](processor& self) {
    return relay_down_trees(self, trees, parts);
  };
}

NodeProgram<processor> down_trees_alternately(const HypercubeCase& at, hypercube_machine& /*top*/) {
  return [trees = at.trees, parts = parts_of(at)](processor& self) {
    return relay_alternately(self, trees, parts);
  };
}

void report_tree(const HypercubeCase& at, const hypercube_machine& top, Statistics& statistics) {
  statistics.set(kDepth, at.trees.front().depth());
  report_packets(at, top, statistics);
}

}  // namespace plexus::hypercube
