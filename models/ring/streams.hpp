#pragma once

#include <cstdint>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/ring/shape.hpp"

namespace plexus {

struct RingCase;

/// A message, or a part of it, that is cut in packets and goes one way round a ring.
struct RingStream {
  unsigned channel = kClockwise;  ///< the way
  NodeId hops = 0;                ///< to the last node that gets it
  Slice part;                     ///< which words of the message; may be none
  std::int64_t packets = 1;       ///< 1 .. words of the part

  /// Cycles until the last packet has come to the end: F(hops, words, packets).
  [[nodiscard]] Cycles cycles(LinkTiming link) const;
};
using RingStreams = std::vector<RingStream>;

/// Cycles of all streams at once: those of the slowest one.
[[nodiscard]] Cycles slowest(const RingStreams& streams, LinkTiming link);

/// The message of a move goes from `source` along the streams of the case, one after another and
/// hop by hop; every node on the way keeps what passes (3.1(C)).
Program move_along_streams(processor& self, const RingCase& at);
/// The same from the root of a broadcast (3.2(C)).
Program broadcast_along_streams(processor& self, const RingCase& at);

/// How far a two-way line reaches from its root, by channel.
struct RingReaches {
  NodeId clockwise = 0;
  NodeId counterclockwise = 0;

  [[nodiscard]] NodeId longer() const {
    return clockwise > counterclockwise ? clockwise : counterclockwise;
  }
};
/// floor(k/2) clockwise, the others back.
[[nodiscard]] constexpr RingReaches both_ways(RingShape ring) {
  return {ring.reach(kClockwise), ring.reach(kCounterclockwise)};
}
/// All nodes clockwise.
[[nodiscard]] constexpr RingReaches one_way(RingShape ring) { return {ring.nodes - 1, 0}; }

/// The blocks of the nodes within `reaches` come to the root, nearest first: the scatter backwards
/// (3.4). From both sides a node reads both neighbours at once, which the paper's ring does not
/// offer (E3).
Program gather_along_line(processor& self, RingShape ring, NodeId root, RingReaches reaches);

}  // namespace plexus
