#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// A phase as what it costs: how many links are set and how long the longest message is.
struct PhaseCost {
  std::int64_t links = 0;
  Words words{0};

  friend constexpr bool operator==(const PhaseCost&, const PhaseCost&) = default;
};

using PhaseCosts = std::vector<PhaseCost>;

}  // namespace plexus
