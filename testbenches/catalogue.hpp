#pragma once

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// The catalogue of this build: one line per machine.
Catalogue make_catalogue();

}  // namespace plexus
