#include "models/graph/case.hpp"

namespace plexus::graph {

namespace {

/// The blocks of the node at place `origin` for those that are `from` places and more behind it.
Blocks bundle(const GraphCase& at, NodeId origin, NodeId from, Slice whole) {
  BlockList blocks;
  for (NodeId far = from; far < at.nodes(); ++far) {
    blocks.add(alltoall_block(at.nodes(), at.ring[origin], at.ring[(origin + far) % at.nodes()]));
  }
  return blocks.blocks(whole);
}

/// Every node's row of blocks goes round as a bundle and loses one block at each stop.
Program rotate(processor& self, const GraphCase& at) {
  const RingPlace place = place_on_ring(at, self.id());
  for (NodeId i = 1; i < place.nodes; ++i) {
    const NodeId origin = (place.place + place.nodes - (i - 1)) % place.nodes;
    co_await both(self.send(place.towards_next, self.pack(bundle(at, origin, i, self.whole()))),
                  self.receive_into_memory(place.towards_previous));
  }
}

Cycles exact_alltoall_ring(const GraphCase& at) {
  const std::int64_t k = at.nodes();
  return ring_cycles(at, k - 1, [&](std::int64_t round, std::size_t /*chunk*/) {
    return (k - 1 - round) * at.words;
  });
}

}  // namespace

Algorithm<GraphCase> alltoall_ring() {
  return {.operation = "alltoall",
          .name = "ring",
          .summary = "bundles go round a ring in the graph and lose a block at each stop",
          .parameters = graph_parameters(),
          .prepare = find_ring,
          .program = rotate,
          .exact = exact_alltoall_ring};
}

}  // namespace plexus::graph
