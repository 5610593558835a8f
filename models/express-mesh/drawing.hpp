#pragma once

#include "models/express-mesh/shape.hpp"
#include "models/machine/layout.hpp"

namespace plexus {

/// Rows and columns of nodes, mesh links straight, express links as arcs that are higher the longer
/// they are; the second nodes of compound terminals stand beside the first ones.
[[nodiscard]] Layout express_mesh_layout(const ExpressMeshShape& mesh);

}  // namespace plexus
