#include "models/ring/case.hpp"
#include "models/schedule/algorithm.hpp"

namespace plexus::ring {

namespace {

/// What goes one way in a step: whole blocks, but the last one on an even ring, whose two halves
/// come from either side.
Slice part_of_block(const RingCase& at, NodeId step, unsigned channel) {
  if (2 * step < at.ring.nodes) return {0_words, at.words};
  const EvenSplit halves{at.words, 2};
  return {halves.first(channel), halves.size(channel)};
}

/// Every block goes both ways at once, half round the ring each.
Program both_ways(processor& self, const RingCase& at) {
  for (NodeId step = 1; step <= at.ring.nodes / 2; ++step) {
    for (const unsigned channel : {kClockwise, kCounterclockwise}) {
      const NodeId block = at.ring.at(self.id(), opposite(channel), step - 1);  // came last
      self.post(channel, self.pack(Blocks{Interval{block, 1}, part_of_block(at, step, channel)}));
    }
    for (const unsigned channel : {kClockwise, kCounterclockwise}) {
      if (part_of_block(at, step, opposite(channel)).count == 0_words) continue;
      co_await self.receive_into_memory(channel);
    }
  }
}

/// ceil(k/2) - 1 times c(w), and on even rings c(ceil(w/2)): with start-up 0 and bandwidth 1 what
/// the k - 1 blocks need that come to a node on two links, the lower bound.
Cycles exact_allgather_both_ways(const RingCase& at) {
  Cycles total;
  for (NodeId step = 1; step <= at.ring.nodes / 2; ++step) {
    total += at.timing.hop(part_of_block(at, step, kClockwise).count);
  }
  return total;
}

}  // namespace

Algorithm<RingCase> allgather_both_ways() {
  return {.operation = "allgather",
          .name = "both-ways",
          .summary = "every block both ways, half round the ring; keeps the rule all-full",
          .parameters = with_full_duplex(ring_parameters()),
          .program = both_ways,
          .exact = exact_allgather_both_ways};
}

}  // namespace plexus::ring
