#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

class machine;

struct QueueLevel {
  std::string name;  ///< of the group, or `sources`
  double amount = 0;
  std::string unit = "packets";  ///< of it
};

/// Asked after some cycles of a run: packets that wait at sources at the beginning of cycle `now`,
/// then what is in a queue of each group, on average over the cycles since it was asked before.
using QueueLevels = std::function<std::vector<QueueLevel>(Cycles now)>;

/// Begins to look at the queues of a machine, before its run: what the algorithm `filling` of its
/// traffic needs.
using QueueWatch = std::function<QueueLevels(machine&)>;

/// Queues that are shown together.
struct QueueGroup {
  std::string name;
  std::size_t queues = 0;
  /// What was in them in each cycle before `now`, added up.
  std::function<std::uint64_t(Cycles now)> held;
  std::string unit = "packets";
  std::uint64_t shown = 0;  ///< of that
};

/// `sources`: packets that wait there.
[[nodiscard]] QueueLevels levels_of(const std::function<std::uint64_t(Cycles now)>& sources,
                                    std::vector<QueueGroup> groups);

}  // namespace plexus
