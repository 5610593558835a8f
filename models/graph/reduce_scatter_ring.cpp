#include "models/graph/case.hpp"

namespace plexus::graph {

namespace {

/// Every chunk once round: place p of the ring ends with the chunk of its node.
Program ring_reduce_scatter_ring(processor& self, const GraphCase& at) {
  Reduction& data = *at.reduction;
  co_await reduce_scatter_round(self, data, place_on_ring(at, self.id()), [&](NodeId place) {
    return data.some({at.ring[place], 1});
  });
}

Cycles exact_reduce_scatter_ring(const GraphCase& at) {
  return ring_cycles(at, std::int64_t{at.nodes()} - 1, std::vector<Words>(at.nodes(), at.words));
}

}  // namespace

Algorithm<GraphCase> reduce_scatter_ring() {
  return {.operation = "reduce-scatter",
          .name = "ring",
          .summary = "every chunk once round a ring in the graph, an operand added at each stop",
          .is_default = true,
          .parameters = graph_parameters().with_op(OperandOrder::kAny),
          .prepare =
              [](GraphCase& at) {
                find_ring(at);
                share_vector(at, at.nodes() * at.words, at.nodes());
              },
          .program = ring_reduce_scatter_ring,
          .exact = exact_reduce_scatter_ring,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::graph
