#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "models/express-mesh/case.hpp"

namespace plexus {

/// Channels of all links and taps of a node.
[[nodiscard]] unsigned channels_of(const ExpressMeshCase& at);
/// The channel of a node's tap on the bus of its row (dimension 1) or column (0). `number`: of a
/// separable bus 0 towards lower places, 1 towards higher ones; the level in a hierarchy.
[[nodiscard]] unsigned bus_channel(const ExpressMeshCase& at, unsigned dimension,
                                   unsigned number = 0);

// ---- what the baselines of Table 1 share --------------------------------------------------------
/// Phase 1 of Algorithm 3 with Lr = Lc = s: every block to its corner, min(s, R) - 1 + min(s, C) -
/// 1 mesh steps.
[[nodiscard]] Stages blocks_to_corners(const ExpressMeshCase& at);

// A collection by slots, a phase each: items 0, 1, .. are in consecutive groups of g, on different
// buses. In each group one sender after the other, in order, sends to the collector of the group,
// which merges. Item 0 of all is at its collector already, so that group 0 starts with item 1.

/// Slots of a collection of m items.
[[nodiscard]] constexpr std::int64_t slots(std::int64_t g, std::int64_t m) {
  return std::max(std::min(g, m) - 1, m > g ? std::min(g, m - g) : 0);
}
/// The slot of an item.
[[nodiscard]] constexpr std::int64_t slot_of(std::int64_t item, std::int64_t g) {
  return item < g ? item - 1 : item % g;
}
/// Items that the collector of a group receives.
[[nodiscard]] constexpr std::int64_t items_of(std::int64_t group, std::int64_t g, std::int64_t m) {
  return std::min(g, m - group * g) - (group == 0 ? 1 : 0);
}
/// In a phase the node sends its value to the node at `tap`; it has none then.
Program hand_over(alu_node& self, std::int64_t phase, unsigned channel, std::int64_t tap,
                  Operand& value);
/// From a phase on it receives `items`, one in each, which it merges.
Program collect(alu_node& self, std::int64_t phase, unsigned channel, std::int64_t items,
                Operand& value);

/// ceil(log2 m), m >= 1: rounds of `halve`.
[[nodiscard]] constexpr std::int64_t rounds(std::int64_t m) {
  return std::bit_width(static_cast<std::uint64_t>(m - 1));
}
/// Rounds on a separable bus, a phase each from `phase` on: in round k head q + 2^k sends to head
/// q, a multiple of 2^(k+1). Heads are `unit` taps apart.
Program halve(alu_node& self, std::int64_t phase, std::int64_t head, std::int64_t heads,
              std::int64_t unit, unsigned low_channel, Operand& value);

}  // namespace plexus
