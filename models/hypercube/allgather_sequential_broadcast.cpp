#include "models/hypercube/broadcasts.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// Node 0, 1, .. broadcasts down its spanning tree, that of node 0 with other labels.
Program sequential_broadcast(processor& self, const HypercubeCase& at) {
  const SpanningTree& tree = at.trees.front();
  for (NodeId root = 0; root < tree.nodes(); ++root) {
    co_await relay(self, tree.place(self.id() ^ root), whole_stream(at.words, at.packets, root));
    co_await self.step();
  }
}

/// k F(n, w, nu).
Cycles exact_sequential_broadcast(const HypercubeCase& at) {
  return at.nodes() * pipelined(at.n(), at.words, at.packets, at.timing);
}

}  // namespace

Algorithm<HypercubeCase> allgather_sequential_broadcast() {
  return {.operation = "allgather",
          .name = "sequential-broadcast",
          .summary = "the processors broadcast in turn",
          .parameters = with_packets(hypercube_parameters()),
          .prepare = cut_for_tree<exact_sequential_broadcast>,
          .program = sequential_broadcast,
          .exact = exact_sequential_broadcast,
          .statistics = report_tree,
          .declared = {kDepth, kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::hypercube
