#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

namespace {

/// Exchange everything held over bit 0, 1, .. (3.3(F); E17: the printed loop lacks i = 0.)
Program alternating_direction(processor& self, const HypercubeCase& at) {
  for (int i = 0; i < at.n(); ++i) {  // for i := 0 to n-1
    const NodeId held = bit_of(i);    //   the blocks that differ in bits below i
    const Interval interval{self.id() & ~(held - 1), held};
    co_await exchange(self, i, Blocks{interval, self.whole()}, at.both_ways());
  }
}

/// D times the sum over i = 0 .. n - 1 of c(2^i w); D = 2, `all-full` 1.
Cycles exact_alternating_direction(const HypercubeCase& at) {
  return at.exchange_steps() * doubling(at, at.words);
}

}  // namespace

Algorithm<HypercubeCase> allgather_alternating_direction() {
  return {.operation = "allgather",
          .name = "alternating-direction",
          .summary = "exchange everything held over each bit in turn",
          .parameters = hypercube_parameters(),
          .program = alternating_direction,
          .exact = exact_alternating_direction};
}

}  // namespace plexus::hypercube
