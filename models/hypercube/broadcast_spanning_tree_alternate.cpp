#include "models/hypercube/broadcasts.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// Legal under `uniform` (E14): a relay reads and writes in turn, so packet j = 1 .. reaches depth
/// e in step e + 2(j - 1): n c(s_1) + 2 (c(s_2) + .. + c(s_nu)). One dimension has no relay: F(1,
/// w, nu).
Cycles exact_spanning_tree_alternate(const HypercubeCase& at) {
  if (at.n() < 2) return pipelined(at.n(), at.words, at.packets, at.timing);
  return every_other_step(at, {at.words, at.packets});
}

}  // namespace

Algorithm<HypercubeCase> broadcast_spanning_tree_alternate() {
  return {.operation = "broadcast",
          .name = "spanning-tree-alternate",
          .summary = "the same in lock step, every processor reads and writes in turn",
          .parameters = hypercube_broadcast_parameters(),
          .prepare = cut_for_tree<exact_spanning_tree_alternate>,
          .programs = down_trees_alternately,
          .equations = {down_a_tree(Relation::kApproximate)},
          .exact = exact_spanning_tree_alternate,
          .statistics = report_tree,
          .declared = {kDepth, kPackets}};
}

}  // namespace plexus::hypercube
