#pragma once

#include <cstdint>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Cycles that no algorithm can beat: some word crosses `hops` links one after another,
/// and one node takes in (or gives out) `volume` words over at most `channels` >= 1 channels at
/// once. The larger of hops * c(1) and c(ceil(volume / channels)); 0 if nothing has to move.
Cycles lower_bound(std::int64_t hops, Words volume, std::int64_t channels, LinkTiming link);

}  // namespace plexus
