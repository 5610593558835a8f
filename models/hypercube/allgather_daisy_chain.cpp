#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

namespace {

/// Every block goes once round the ring of Gray codes (3.3(E)).
Program round_the_ring(processor& self, const HypercubeCase& at) {
  const GrayRing ring{at.cube};
  return daisy_chain(self, channel(ring.next_port(self.id())),
                     channel(ring.previous_port(self.id())), at.cube.nodes(),
                     Blocks{Interval{self.id(), 1}, self.whole()});
}

/// (k - 1) c(w).
Cycles exact_daisy_chain(const HypercubeCase& at) {
  return (at.nodes() - 1) * at.timing.hop(at.words);
}

}  // namespace

Algorithm<HypercubeCase> allgather_daisy_chain() {
  return {.operation = "allgather",
          .name = "daisy-chain",
          .summary = "every block once round the ring of Gray codes",
          .parameters = hypercube_parameters(),
          .prepare =
              [](HypercubeCase& at) {
                static_cast<void>(GrayRing{at.cube});  // refuses what has no ring
              },
          .program = round_the_ring,
          .exact = exact_daisy_chain};
}

}  // namespace plexus::hypercube
