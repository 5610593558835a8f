#include "models/torus/case.hpp"
#include "models/torus/lines.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// Every block goes once round the Hamiltonian ring (3.3(D)).
NodeProgram<processor> round_the_ring(const TorusCase& at, torus_machine& /*top*/) {
  return [ring = hamiltonian_ring(at.shape)](processor& self) {
    return daisy_chain(
        self, channel(ring.next_port[self.id()]), channel(ring.previous_port[self.id()]),
        static_cast<NodeId>(ring.order.size()), Blocks{Interval{self.id(), 1}, self.whole()});
  };
}

/// (k - 1)(N/(k b) + tau), N = k w.
double printed_daisy_chain(const TorusCase& at) {
  return (at.k() - 1) * (real(at.nodes() * at.words) / (at.k() * b(at.timing)) + tau(at.timing));
}

/// (k - 1) c(w).
Cycles exact_daisy_chain(const TorusCase& at) { return (at.nodes() - 1) * at.timing.hop(at.words); }

}  // namespace

Algorithm<TorusCase> allgather_daisy_chain() {
  return {.operation = "allgather",
          .name = "daisy-chain",
          .summary = "every block once round a ring through all processors",
          .parameters = torus_parameters(),
          .prepare = [](TorusCase& at) { require_wrap(at.shape, "daisy-chain"); },
          .programs = round_the_ring,
          .equations = {{"(3.30)", section("3.3(D)"), printed_daisy_chain,
                         [](const TorusCase& at) {
                           return equal_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = exact_daisy_chain};
}

}  // namespace plexus::torus
