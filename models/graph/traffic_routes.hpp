#pragma once

#include <memory>

#include "models/direct/direct_channels.hpp"
#include "models/graph/shape.hpp"

namespace plexus {

/// Routes for traffic that never wait in a circle: up, then down (Schroeder et al. 1991, Autonet).
/// Nodes are ranked by their distance from node 0; a link leads up to the lower rank. A packet goes
/// down as soon as links down alone lead to its destination, and is then as few hops away as such
/// ways allow; up to there it goes up the way that is shortest in all. No way leads up after it has
/// led down, so one channel is enough.
[[nodiscard]] std::unique_ptr<const direct_steps_if> up_down_steps(const GraphShape& graph);

}  // namespace plexus
