#pragma once

#include "models/direct/direct_traffic.hpp"

namespace plexus {

/// A hypercube of routers with virtual channels; node v is at router v. A shape that
/// does not exist throws std::invalid_argument.
[[nodiscard]] DirectNetwork hypercube_shape(int dimension);

}  // namespace plexus
