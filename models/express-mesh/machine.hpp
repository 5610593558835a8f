#pragma once

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// Adds the mesh with express links and its algorithms.
void add_express_mesh(Catalogue& catalogue);

}  // namespace plexus
