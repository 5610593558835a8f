#pragma once

#include <functional>

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "models/direct/spanning_tree.hpp"
#include "models/torus/shape.hpp"

/// Lines of a torus: what phases along one dimension are made of. A line is served both ways from
/// its head.
namespace plexus::torus {

/// Channel of a port.
[[nodiscard]] constexpr unsigned channel(int port) { return static_cast<unsigned>(port); }

/// A node's place in the two-way broadcast of a line: the tree without branches but at the head.
[[nodiscard]] TreePlace place_on_line(const TorusShape& shape, NodeId head, NodeId node,
                                      int dimension);

/// Two-way scatter on a line: the head has a bundle for every coordinate; the one for the farthest
/// node goes first.
Program scatter_on_line(processor& self, const TorusShape& shape, NodeId head, int dimension,
                        std::function<Blocks(int coordinate)> bundle);

/// Two-way gather on a line: the head gets the bundle of every node, the nearest one's first.
Program gather_on_line(processor& self, const TorusShape& shape, NodeId head, int dimension,
                       Blocks own);

/// Do two nodes agree in the coordinates of dimensions first .. last - 1?
[[nodiscard]] bool agree(const TorusShape& shape, NodeId a, NodeId b, int first, int last);

/// The node with another coordinate in one dimension.
[[nodiscard]] NodeId with_coordinate(const TorusShape& shape, NodeId node, int dimension,
                                     int coordinate);

/// The blocks of all nodes that agree with `node` in the coordinates 0 .. dimension: what a line of
/// that dimension carries for one node. x0 .. xj given, the others arbitrary.
[[nodiscard]] Blocks column_above(const TorusShape& shape, NodeId node, int dimension, Slice whole);

}  // namespace plexus::torus
