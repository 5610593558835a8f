#include <cmath>

#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// Both ways at once, the block for the farthest node first (3.4(C)).
Program two_way_scatter_two_way(processor& self, const RingCase& at) {
  for (const unsigned channel : {kClockwise, kCounterclockwise}) {
    const NodeId reach = at.ring.reach(channel);
    const NodeId distance = at.ring.hops(at.root, self.id(), channel);
    if (distance == 0) {
      for (NodeId far = reach; far >= 1; --far) {  // the farthest node's block first
        self.post(channel, self.pack(at.ring.at(at.root, channel, far)));
      }
    } else if (distance <= reach) {
      for (NodeId far = reach; far > distance; --far) {  // what is for nodes farther out goes on
        self.post(channel, co_await self.receive_into_memory(opposite(channel)));
      }
      co_await self.receive_into_memory(opposite(channel));  // the last one is the own block
    }
  }
}

/// N/(2b) + ceil(k/2) tau, N = k w. (E20: floor(k/2) start-ups suffice.)
double printed_two_way(const RingCase& at) {
  return at.k() * real(at.words) / (2 * b(at.timing)) + std::ceil(at.k() / 2) * tau(at.timing);
}

Relation relation(const RingCase& at) {
  const bool even = at.ring.nodes % 2 == 0;
  if (bandwidth_divides(at.words, at.timing)) return even ? Relation::kEqual : Relation::kAtMost;
  return even ? Relation::kAtLeast  // too low by the rounding alone
              : Relation::kApproximate;
}

/// floor(k/2) c(w).
Cycles exact_scatter_two_way(const RingCase& at) {
  return both_ways(at.ring).longer() * at.timing.hop(at.words);
}

}  // namespace

Algorithm<RingCase> scatter_two_way() {
  return {.operation = "scatter",
          .name = "two-way",
          .summary = "both ways, farthest node first",
          .is_default = true,
          .parameters = ring_parameters().with_root("processor that has all blocks"),
          .program = two_way_scatter_two_way,
          .equations = {{"(3.38)", section("3.4(C)"), printed_two_way, relation}},
          .exact = exact_scatter_two_way};
}

}  // namespace plexus::ring
