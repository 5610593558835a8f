#pragma once

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

/// In a phase the node sends its value to the node at `tap`; it has none then.
Program hand_over(alu_node& self, std::int64_t phase, unsigned channel, std::int64_t tap,
                  Operand& value);
/// From a phase on it receives `items`, one in each, which it merges.
Program collect(alu_node& self, std::int64_t phase, unsigned channel, std::int64_t items,
                Operand& value);

/// Items 0 .. count - 1, a value each at the places 0, unit, .. of lines of one dimension. Those of
/// group q, q g .. (q + 1) g - 1, go q places aside, all in one phase, where a bus collects them at
/// place 0, one slot each.
struct Items {
  unsigned along = 0;
  std::int64_t unit = 1;
  std::int64_t count = 1;
  std::int64_t group = 1;   ///< g
  std::int64_t period = 1;  ///< lines with items are the multiples of it
  bool over_links = false;  ///< they go aside over mesh links, and not over the other bus

  [[nodiscard]] std::int64_t groups() const { return ceil_div(count, group); }
  /// Of the longest collection: item 0 is at its collector already, so that group 0 starts with
  /// item 1.
  [[nodiscard]] std::int64_t slots() const;
  [[nodiscard]] Steps steps() const;
};

}  // namespace plexus
