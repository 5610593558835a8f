#pragma once

#include <vector>

#include "models/pops/window_sums.hpp"

/// Arrays go to relays in one slot; then every processor accepts, round by round, one of those that
/// it needs, from its relay.
namespace plexus::pops {

/// The algorithm `array-broadcast` of an operation, with the paper's formulas for it.
[[nodiscard]] Algorithm<PopsCase> array_broadcast(const char* operation,
                                                  std::vector<Equation<PopsCase>> equations);

}  // namespace plexus::pops
