#include "models/operations/literature.hpp"
#include "models/ring/case.hpp"

namespace plexus::ring {

namespace {

/// A reduce-scatter, then an allgather of the results, both round the ring.
Program ring_allreduce_ring(processor& self, const RingCase& at) {
  Reduction& data = *at.reduction;
  const RingPlace place = place_on_ring(at, self.id());
  co_await reduce_scatter_round(self, data, place, own_chunks(data));
  co_await allgather_round(self, data, place, own_chunks(data));
}

/// 2 (p - 1) alpha + 2 (p - 1)/p n beta, n = w.
double formula_allreduce_ring(const RingCase& at) {
  return 2 * (at.k() - 1) *
         (mpich_2005::alpha(at.timing) +
          paper_1986::real(at.words) / at.k() * mpich_2005::beta(at.timing));
}

/// 2 (k - 1) c(ceil(w/k)): the larger chunks never wait.
Cycles exact_allreduce_ring(const RingCase& at) {
  return 2 * (at.ring.nodes - 1) * at.timing.hop(EvenSplit{at.words, at.ring.nodes}.largest());
}

}  // namespace

Algorithm<RingCase> allreduce_ring() {
  return {
      .operation = "allreduce",
      .name = "ring",
      .summary = "chunks twice round the ring: added up, then handed out",
      .is_default = true,
      .parameters = ring_parameters().with_op(OperandOrder::kAny),
      .prepare = [](RingCase& at) { share_vector(at, at.words, at.ring.nodes); },
      .program = ring_allreduce_ring,
      .equations = {{"T_ring", "Patarasuk and Yuan 2009", formula_allreduce_ring,
                     [](const RingCase& at) {
                       return equal_if(mpich_2005::undivided(at.ring.nodes, at.words, at.timing));
                     }}},
      .exact = exact_allreduce_ring,
      .statistics = report_op,
      .declared = {kOp}};
}

}  // namespace plexus::ring
