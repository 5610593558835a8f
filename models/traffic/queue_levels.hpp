#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// A machine that shows how full its queues are, group by group: what the algorithm `filling` of
/// its traffic asks between two pieces of a run.
class queue_levels_if {
 public:
  /// Packets that wait at sources at the beginning of cycle `now`, then packets in a queue of each
  /// group, on average since the call before.
  virtual std::vector<std::pair<std::string, double>> queue_levels(Cycles now) = 0;

 protected:
  ~queue_levels_if() = default;
};

}  // namespace plexus
