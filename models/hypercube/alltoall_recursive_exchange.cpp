#include <cmath>

#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// Over bit n - 1, .., 0 exchange all blocks whose destination lies on the other side (3.5(E)).
Program recursive_exchange(processor& self, const HypercubeCase& at) {
  const NodeId k = at.cube.nodes();
  for (int t = at.n() - 1; t >= 0; --t) {  // for t := n-1 downto 0
    const NodeId side = bit_of(t);         // a side of bit t: so many consecutive destinations
    const NodeId origin = self.id() & (2 * side - 1);  // this node's, up to the bits above t
    const NodeId other_side = (self.id() ^ side) & ~(side - 1);
    BlockList blocks;
    for (NodeId from = origin; from < k; from += 2 * side) {
      blocks.add(Interval{alltoall_block(k, from, other_side), side});
    }
    co_await exchange(self, t, blocks.blocks(self.whole()), at.both_ways());
  }
}

/// Transposition, n (N/(k b) + 2 tau), N = k^2 w. (E26: printed N^2 means the elements of an N x N
/// matrix, which are N words in all as everywhere else.)
double printed_recursive_exchange(const HypercubeCase& at) {
  const double n = at.n();
  const double N = real(at.nodes() * at.nodes() * at.words);
  return n * (N / (std::exp2(n) * b(at.timing)) + 2 * tau(at.timing));
}

/// Words that cross a channel in a step, one way.
Words half(const HypercubeCase& at) { return at.nodes() / 2 * at.words; }

/// D n c(k w/2).
Cycles exact_recursive_exchange(const HypercubeCase& at) {
  if (at.n() == 0) return 0_cycles;
  return at.exchange_steps() * at.n() * at.timing.hop(half(at));
}

}  // namespace

Algorithm<HypercubeCase> alltoall_recursive_exchange() {
  return {.operation = "alltoall",
          .name = "recursive-exchange",
          .summary = "over each bit exchange the blocks for the other side",
          .is_default = true,
          .parameters = hypercube_parameters(),
          .program = recursive_exchange,
          .equations = {unless_alone({.label = "3.5(E)",
                                      .place = section("3.5(E)"),
                                      .formula = printed_recursive_exchange,
                                      .relation =
                                          [](const HypercubeCase& at) {
                                            return equal_if(bandwidth_divides(half(at), at.timing));
                                          },
                                      .form = ", N for N^2"})},
          .exact = exact_recursive_exchange};
}

}  // namespace plexus::hypercube
