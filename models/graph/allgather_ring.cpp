#include "models/direct/streams.hpp"
#include "models/graph/case.hpp"

namespace plexus::graph {

namespace {

/// Every block goes once round.
Program ring_allgather_ring(processor& self, const GraphCase& at) {
  const RingPlace place = place_on_ring(at, self.id());
  return daisy_chain(self, place.towards_next, place.towards_previous, place.nodes,
                     Blocks{Interval{self.id(), 1}, self.whole()});
}

Cycles exact_allgather_ring(const GraphCase& at) {
  return ring_cycles(at, std::int64_t{at.nodes()} - 1, std::vector<Words>(at.nodes(), at.words));
}

}  // namespace

Algorithm<GraphCase> allgather_ring() {
  return {.operation = "allgather",
          .name = "ring",
          .summary = "every block once round a ring in the graph",
          .is_default = true,
          .parameters = graph_parameters(),
          .prepare = find_ring,
          .program = ring_allgather_ring,
          .exact = exact_allgather_ring};
}

}  // namespace plexus::graph
