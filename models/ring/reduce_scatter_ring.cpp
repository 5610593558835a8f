#include "models/operations/literature.hpp"
#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// Every chunk goes once round and collects an operand at each stop.
Program ring_reduce_scatter_ring(processor& self, const RingCase& at) {
  Reduction& data = *at.reduction;
  co_await reduce_scatter_round(self, data, place_on_ring(at, self.id()), own_chunks(data));
}

/// (p - 1) alpha + (p - 1)/p n beta, n = p w.
double formula_reduce_scatter_ring(const RingCase& at) {
  return (at.k() - 1) * (mpich_2005::alpha(at.timing) + real(at.words) / b(at.timing));
}

/// (k - 1) c(w).
Cycles exact_reduce_scatter_ring(const RingCase& at) {
  return (at.ring.nodes - 1) * at.timing.hop(at.words);
}

}  // namespace

Algorithm<RingCase> reduce_scatter_ring() {
  return {
      .operation = "reduce-scatter",
      .name = "ring",
      .summary = "every chunk once round the ring, an operand added at each stop",
      .is_default = true,
      .parameters = ring_parameters().with_op(OperandOrder::kAny),
      .prepare = [](RingCase& at) { share_vector(at, at.ring.nodes * at.words, at.ring.nodes); },
      .program = ring_reduce_scatter_ring,
      .equations = {{"T_ring", mpich_2005::section("reduce-scatter"), formula_reduce_scatter_ring,
                     [](const RingCase& at) {
                       return equal_if(bandwidth_divides(at.words, at.timing));
                     }}},
      .exact = exact_reduce_scatter_ring,
      .statistics = report_op,
      .declared = {kOp}};
}

}  // namespace plexus::ring
