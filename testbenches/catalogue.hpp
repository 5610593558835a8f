#pragma once

#include <string_view>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// The catalogue of this build; with a name, of that machine alone, which is enough for a run and
/// made faster.
Catalogue make_catalogue(std::string_view only = {});

}  // namespace plexus
