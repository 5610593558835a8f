#pragma once

#include "models/direct/direct_traffic.hpp"

namespace plexus {

/// A ring of routers with virtual channels; node v is at router v. A shape that
/// does not exist throws std::invalid_argument.
[[nodiscard]] DirectNetwork ring_shape(NodeId nodes);

}  // namespace plexus
