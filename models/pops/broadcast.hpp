#pragma once

#include "models/pops/case.hpp"

namespace plexus::pops {

/// Everybody but the root receives its datum.
[[nodiscard]] Operation root_datum(const PopsCase& at);

}  // namespace plexus::pops
