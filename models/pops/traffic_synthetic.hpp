#pragma once

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// Adds `traffic synthetic` of a POPS, with its series of loads: nodes offer packets cycle by
/// cycle, and couplers and receivers grant them round robin, slot by slot.
void add_pops_traffic(Catalogue& catalogue);

}  // namespace plexus
