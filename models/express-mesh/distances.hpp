#pragma once

#include <cstdint>
#include <vector>

#include "models/express-mesh/shape.hpp"

namespace plexus {

/// How far apart the nodes are, in links of any kind.
struct ExpressMeshDistances {
  std::int64_t eccentricity = 0;  ///< of node 0
  std::int64_t diameter = 0;
};

/// One line, exactly: eccentricity of its first node and diameter in closed form. With
/// alpha = floor((L + 1) / 2): n - 1 for T = 1; max(alpha, s) and alpha + s - 1 for T = 2;
/// max(T - 2 + alpha, T - 2 + s) and max(T - 3 + alpha + s, T - 3 + 2 alpha) for more.
[[nodiscard]] ExpressMeshDistances line_distances(const ExpressLine& line);

/// Distances from one node to all, by breadth-first search.
[[nodiscard]] std::vector<std::int32_t> distances_from(const ExpressMeshShape& mesh, NodeId from);

/// Farthest node from node 0. One node has 0, whatever its layout.
[[nodiscard]] std::int64_t eccentricity_of_node_0(const ExpressMeshShape& mesh);
/// Both; the diameter by search where no closed form is known.
[[nodiscard]] ExpressMeshDistances distances(const ExpressMeshShape& mesh);
/// From node 0 to the last node of the grid.
[[nodiscard]] std::int64_t distance_to_last(const ExpressMeshShape& mesh);

}  // namespace plexus
