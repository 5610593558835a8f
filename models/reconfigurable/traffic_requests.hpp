#pragma once

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// Adds `traffic synthetic` of the dynamic machine, with its series of loads: every packet asks the
/// manager for a link of its own.
void add_reconfigurable_traffic(Catalogue& catalogue);

}  // namespace plexus
