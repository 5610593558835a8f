#include <algorithm>

#include "models/hypercube/broadcasts.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// The slower half, F(n, ceil(w/2), nu) and F(n, floor(w/2), nu).
Cycles exact_two_trees(const HypercubeCase& at) {
  return std::max(part_pipelined(at.n(), first_half(at.words), at.packets, at.timing),
                  part_pipelined(at.n(), second_half(at.words), at.packets, at.timing));
}

}  // namespace

Algorithm<HypercubeCase> broadcast_two_trees() {
  return {.operation = "broadcast",
          .name = "two-trees",
          .summary = "halves down two edge-disjoint trees (dimension >= 4)",
          .parameters = hypercube_broadcast_parameters(4),
          .prepare = cut_for_two_trees<exact_two_trees>,
          .programs = down_trees,
          .equations = {down_a_tree(Relation::kApproximate)},
          .exact = exact_two_trees,
          .statistics = report_tree,
          .declared = {kDepth, kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::hypercube
