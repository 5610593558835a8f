#pragma once

#include <cstdint>

#include "hw/time/units.hpp"
#include "models/direct/direct_machine.hpp"

namespace plexus {

/// Channels of a ring node: towards the next higher number, and back.
enum RingChannel : unsigned { kClockwise = 0, kCounterclockwise = 1 };

constexpr unsigned opposite(unsigned channel) { return 1 - channel; }

/// A ring of `nodes` processors 0 .. nodes - 1, at least 3; a link joins node j and node
/// (j + 1) mod nodes. Clockwise is the way of rising numbers (the 1986 report, section 2(C)).
struct RingShape {
  NodeId nodes = 3;

  /// The node `hops` links away, clockwise if `channel` says so.
  [[nodiscard]] constexpr NodeId at(NodeId from, unsigned channel, std::uint64_t hops) const {
    const std::uint64_t forward = hops % nodes;
    const std::uint64_t step = channel == kClockwise ? forward : nodes - forward;
    return static_cast<NodeId>((from + step) % nodes);
  }
  /// Links from one node to another, going the way of `channel`.
  [[nodiscard]] constexpr NodeId hops(NodeId from, NodeId to, unsigned channel) const {
    return channel == kClockwise ? (to + nodes - from) % nodes : (from + nodes - to) % nodes;
  }
  /// The way with fewer hops; clockwise if both are equal.
  [[nodiscard]] constexpr unsigned shorter_way(NodeId from, NodeId to) const {
    return hops(from, to, kClockwise) <= hops(from, to, kCounterclockwise) ? kClockwise
                                                                           : kCounterclockwise;
  }
  [[nodiscard]] constexpr NodeId distance(NodeId from, NodeId to) const {
    return hops(from, to, shorter_way(from, to));
  }
  /// Farthest node of a two-way line that starts anywhere: floor(k/2) clockwise, the others back.
  [[nodiscard]] constexpr NodeId reach(unsigned channel) const {
    return channel == kClockwise ? nodes / 2 : nodes - 1 - nodes / 2;
  }

  [[nodiscard]] DirectWiring wiring() const;
};

/// A circle, node 0 on top, clockwise as numbers rise.
[[nodiscard]] Layout layout(const RingShape& ring);

}  // namespace plexus
