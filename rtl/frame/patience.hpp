#pragma once

#include "hw/time/units.hpp"

namespace plexus {

/// Cycles beyond those of the model after which a twin that is still busy will never end: it is
/// clocked no more, and the run is told.
inline constexpr Cycles kPatience{1'000'000};

}  // namespace plexus
