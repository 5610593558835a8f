#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// Every block goes once round the ring (3.3(C)): k - 1 times, all pass on what came last.
Program daisy_chain(processor& self, const RingCase& at) {
  Packet travelling = self.pack(self.id());              // first the own block
  for (NodeId step = 1; step < at.ring.nodes; ++step) {  // k - 1 rotations:
    self.post(kClockwise, std::move(travelling));        // what came last goes on
    travelling = co_await self.receive_into_memory(kCounterclockwise);
  }
}

/// (k - 1)(N/(k b) + tau), N = k w.
double printed_daisy_chain(const RingCase& at) {
  return (at.k() - 1) * (real(at.words) / b(at.timing) + tau(at.timing));
}

/// (k - 1) c(w).
Cycles exact_daisy_chain(const RingCase& at) {
  return (at.ring.nodes - 1) * at.timing.hop(at.words);
}

}  // namespace

Algorithm<RingCase> allgather_daisy_chain() {
  return {.operation = "allgather",
          .name = "daisy-chain",
          .summary = "every block once round the ring",
          .is_default = true,
          .parameters = ring_parameters(),
          .program = daisy_chain,
          .equations = {{"(3.28)", section("3.3(C)"), printed_daisy_chain,
                         [](const RingCase& at) {
                           return equal_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = exact_daisy_chain};
}

}  // namespace plexus::ring
