#pragma once

#include "models/catalogue/study.hpp"

namespace plexus {

/// `plexus reproduce reconfigurable`: figure 4 of the paper with all h' and the exact places where
/// its curves cross, its tables 1 and 2 with what a machine takes, and what faster managers, fixed
/// networks and other sizes make of it.
[[nodiscard]] Study reconfigurable_study();

}  // namespace plexus
