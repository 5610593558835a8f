#include "models/hypercube/broadcasts.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// F(n, w, nu).
Cycles exact_spanning_tree(const HypercubeCase& at) {
  return pipelined(at.n(), at.words, at.packets, at.timing);
}

}  // namespace

Algorithm<HypercubeCase> broadcast_spanning_tree() {
  return {.operation = "broadcast",
          .name = "spanning-tree",
          .summary = "packets down a binomial tree",
          .is_default = true,
          .parameters = hypercube_broadcast_parameters(),
          .prepare = cut_for_tree<exact_spanning_tree>,
          .programs = down_trees,
          .equations = {unless_alone(pipeline<HypercubeCase>(longest_way)),
                        down_a_tree(Relation::kAtLeast)},
          .exact = exact_spanning_tree,
          .statistics = report_tree,
          .declared = {kDepth, kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::hypercube
