#include <algorithm>

#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// The blocks (origin, origin + x) of an alltoall, x = from .. nodes - 1.
Blocks bundle(RingShape ring, NodeId origin, NodeId from, Slice whole) {
  const NodeId first = ring.at(origin, kClockwise, from);
  const NodeId count = ring.nodes - from;
  const NodeId before_wrap = std::min(count, ring.nodes - first);
  BlockList blocks;
  blocks.add(Interval{alltoall_block(ring.nodes, origin, first), before_wrap});
  blocks.add(Interval{alltoall_block(ring.nodes, origin, 0), count - before_wrap});
  return blocks.blocks(whole);
}

/// Every processor's row of blocks goes round as a bundle and loses one block at each stop
/// (3.5(C)).
Program rotate(processor& self, const RingCase& at) {
  for (NodeId i = 1; i < at.ring.nodes; ++i) {
    const NodeId origin = at.ring.at(self.id(), kCounterclockwise, i - 1);
    co_await both(self.send(kClockwise, self.pack(bundle(at.ring, origin, i, self.whole()))),
                  self.receive_into_memory(kCounterclockwise));
  }
}

/// The sum for i = 1 .. k of tau + (k - i + 1) N/(k^2 b), N = k^2 w. (E24: k - 1 terms suffice.)
double printed_sum(const RingCase& at) {
  return at.k() * tau(at.timing) + (at.k() + 1) * at.k() * real(at.words) / (2 * b(at.timing));
}

/// What is printed as the value of that sum: N/(2b) + k tau. (E24)
double printed_value(const RingCase& at) {
  return at.k() * at.k() * real(at.words) / (2 * b(at.timing)) + at.k() * tau(at.timing);
}

Relation bounds(const RingCase& at) { return at_most_if(bandwidth_divides(at.words, at.timing)); }

/// The sum for i = 1 .. k - 1 of c((k - i) w).
Cycles exact_rotate(const RingCase& at) {
  Cycles total;
  for (NodeId i = 1; i < at.ring.nodes; ++i) total += at.timing.hop((at.ring.nodes - i) * at.words);
  return total;
}

}  // namespace

Algorithm<RingCase> alltoall_rotate() {
  const std::string label = "(3.43)";
  const std::string place = section("3.5(C)");
  return {.operation = "alltoall",
          .name = "rotate",
          .summary = "bundles rotate and lose a block at each stop",
          .is_default = true,
          .parameters = ring_parameters(),
          .program = rotate,
          .equations = {{label, place, printed_sum, bounds, {}, ", the sum"},
                        {label, place, printed_value, bounds, {}, ", its printed value"}},
          .exact = exact_rotate};
}

}  // namespace plexus::ring
