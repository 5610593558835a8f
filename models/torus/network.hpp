#pragma once

#include <vector>

#include "models/direct/direct_traffic.hpp"

namespace plexus {

/// A torus, or a mesh, of routers with virtual channels; node v is at router v. A shape that
/// does not exist throws std::invalid_argument.
[[nodiscard]] DirectNetwork torus_shape(const std::vector<int>& sides, bool wrap = true);
[[nodiscard]] DirectNetwork mesh_shape(const std::vector<int>& sides);

}  // namespace plexus
