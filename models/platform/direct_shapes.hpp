#pragma once

#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/direct_traffic.hpp"

namespace plexus {

// Direct networks of routers with virtual channels, by their shape; node v is at router v. A shape
// that does not exist throws std::invalid_argument.

[[nodiscard]] DirectNetwork ring_shape(NodeId nodes);
[[nodiscard]] DirectNetwork torus_shape(const std::vector<int>& sides, bool wrap = true);
[[nodiscard]] DirectNetwork mesh_shape(const std::vector<int>& sides);
[[nodiscard]] DirectNetwork hypercube_shape(int dimension);

}  // namespace plexus
