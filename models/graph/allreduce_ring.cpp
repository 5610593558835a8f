#include "models/graph/case.hpp"

namespace plexus::graph {

namespace {

BundleOf own_chunks(const Reduction& data) {
  return [&data](NodeId place) { return data.some({place, 1}); };
}

std::vector<Words> chunk_words(EvenSplit vector) {
  std::vector<Words> words;
  for (std::int64_t chunk = 0; chunk < vector.parts; ++chunk) words.push_back(vector.size(chunk));
  return words;
}

/// A reduce-scatter, then an allgather of the results; place p of the ring has chunk p.
Program ring_allreduce_ring(processor& self, const GraphCase& at) {
  Reduction& data = *at.reduction;
  const RingPlace place = place_on_ring(at, self.id());
  co_await reduce_scatter_round(self, data, place, own_chunks(data));
  co_await allgather_round(self, data, place, own_chunks(data));
}

Cycles exact_allreduce_ring(const GraphCase& at) {
  return ring_cycles(at, 2 * (std::int64_t{at.nodes()} - 1),
                     chunk_words({at.words, std::int64_t{at.nodes()}}));
}

}  // namespace

Algorithm<GraphCase> allreduce_ring() {
  return {.operation = "allreduce",
          .name = "ring",
          .summary = "chunks twice round a ring in the graph: added up, then handed out",
          .is_default = true,
          .parameters = graph_parameters().with_op(OperandOrder::kAny),
          .prepare =
              [](GraphCase& at) {
                find_ring(at);
                share_vector(at, at.words, at.nodes());
              },
          .program = ring_allreduce_ring,
          .exact = exact_allreduce_ring,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::graph
