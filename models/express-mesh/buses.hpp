#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/bus/tap_bus.hpp"
#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"
#include "models/express-mesh/case.hpp"
#include "models/express-mesh/stages.hpp"

namespace plexus {

/// One bus of a machine: its taps in order, each at a node and one of its channels.
struct BusPlan {
  std::string name;
  BusWires wires{};
  unsigned channel = 0;
  std::vector<NodeId> taps;
};

/// Calls `visit` for every bus of a machine that has some.
void for_each_bus(const ExpressMeshCase& at, const std::function<void(const BusPlan&)>& visit);

/// Channels of all links and taps of a node.
[[nodiscard]] unsigned channels_of(const ExpressMeshCase& at);

// ---- channels of taps --------------------------------------------------------------------------
/// The tap on the bus of the node's row or column, one bus each; of a separable bus the side
/// towards lower places, `high` the other one.
[[nodiscard]] unsigned row_bus_channel(const ExpressMeshCase& at, bool high = false);
[[nodiscard]] unsigned column_bus_channel(const ExpressMeshCase& at, bool high = false);
/// Of level k of a bus hierarchy.
[[nodiscard]] unsigned level_bus_channel(const ExpressMeshCase& at, unsigned dimension,
                                         unsigned level);

// ---- what the baselines share ------------------------------------------------------------------
/// Phase 1 of Algorithm 3 with Lr = Lc = s: every block to its corner.
[[nodiscard]] std::vector<Stage> blocks_to_corners(const ExpressMeshCase& at);
/// Its mesh steps: min(s, R) - 1 + min(s, C) - 1.
[[nodiscard]] Steps corner_steps(const ExpressMeshCase& at);
/// slots(g, m): m items in consecutive groups of g on different buses, item 0 at its collector.
[[nodiscard]] constexpr std::int64_t slots(std::int64_t g, std::int64_t m) {
  return std::max(std::min(g, m) - 1, m > g ? std::min(g, m - g) : 0);
}
/// ceil(log2 m), m >= 1.
[[nodiscard]] constexpr std::int64_t rounds(std::int64_t m) {
  std::int64_t rounds = 0;
  while (std::int64_t{1} << rounds < m) ++rounds;
  return rounds;
}

/// A collection by slots: in each group one sender after the other, in order, to the collector of
/// the group, which merges. Every slot is a phase.
struct Collection {
  std::uint64_t phase = 0;  ///< of slot 0
  std::int64_t slot = -1;   ///< in which the node sends; -1: it does not
  unsigned send_channel = 0;
  std::uint32_t to = 0;    ///< tap of the collector
  std::int64_t first = 0;  ///< slot of the first item that the node receives as a collector
  std::int64_t items = 0;  ///< that it receives, one in each slot
  unsigned receive_channel = 0;
};
Program collect(alu_node& self, Collection part, Operand& value);

/// Item `item` of `items` in groups of `group`, collected at the first taps of the groups or
/// elsewhere: item 0 of all is at its collector already, so group 0 starts with item 1.
[[nodiscard]] constexpr std::int64_t slot_of(std::int64_t item, std::int64_t group) {
  return item < group ? item - 1 : item % group;
}
/// Items that the collector of a group of these receives.
[[nodiscard]] constexpr std::int64_t items_of(std::int64_t number, std::int64_t group,
                                              std::int64_t items) {
  return std::min(group, items - number * group) - (number == 0 ? 1 : 0);
}

/// Rounds on a separable bus, a phase each from `phase` on: in round k head q + 2^k sends to head
/// q, a multiple of 2^(k+1). Heads are `unit` taps apart.
Program halve(alu_node& self, std::uint64_t phase, std::int64_t head, std::int64_t heads,
              std::int64_t unit, unsigned low_channel, Operand& value);

}  // namespace plexus
