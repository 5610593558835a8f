#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"
#include "models/machine/ceil_div.hpp"

namespace plexus {

/// Where the express links are.
enum class ExpressLayout : std::uint8_t {
  kNone,       ///< nowhere: the ordinary mesh
  kLines,      ///< on every line of every dimension
  kSparse,     ///< on every Lr-th row and every Lc-th column
  kCompound,   ///< as sparse, at a second node of each terminal: degree 5
  kShifted,    ///< ends shifted so that no two share a node: degree 5
  kShortened,  ///< links of length L - 1: degree 5
};

/// `none`, `lines`, ...
[[nodiscard]] constexpr std::string_view to_string(ExpressLayout layout) {
  constexpr std::array<std::string_view, 6> kWords{"none",     "lines",   "sparse",
                                                   "compound", "shifted", "shortened"};
  return kWords[static_cast<std::size_t>(layout)];
}

/// A line of n nodes with terminals at 0, L, 2L, ..: its segments.
struct ExpressLine {
  std::int64_t nodes = 1;   ///< n >= 1
  std::int64_t length = 2;  ///< L >= 1

  /// l: nodes of a full segment.
  [[nodiscard]] constexpr std::int64_t full() const { return std::min(length, nodes); }
  /// T: segments, and terminals.
  [[nodiscard]] constexpr std::int64_t terminals() const { return ceil_div(nodes, length); }
  /// s: nodes of the last segment.
  [[nodiscard]] constexpr std::int64_t last() const { return nodes - (terminals() - 1) * length; }
  /// Nodes of segment t.
  [[nodiscard]] constexpr std::int64_t width(std::int64_t segment) const {
    return std::min(length, nodes - segment * length);
  }

  friend constexpr bool operator==(const ExpressLine&, const ExpressLine&) = default;
};

/// Kinds of links.
enum class HopKind : std::uint8_t { kMesh, kInternal, kExpress };

/// A link of the machine: node `first` is at its left or upper end. Channels are those of the nodes
/// at its ends.
struct ExpressMeshLink {
  HopKind kind{};
  unsigned level = 0;  ///< of an express link: 1 = shortest
  NodeId first = 0;
  NodeId second = 0;
  unsigned first_channel = 0;
  unsigned second_channel = 0;
};

/// Lengths of express links: of each dimension, by level.
using Lengths = std::vector<std::vector<std::int64_t>>;

/// A mesh of any number of dimensions with express links.
struct ExpressMeshShape {
  ExpressLayout layout = ExpressLayout::kNone;
  /// Nodes in each dimension; `[R, C]` in two.
  std::vector<std::int64_t> sides;
  Lengths lengths;  ///< shortest first; none without express links

  [[nodiscard]] unsigned dimensions() const { return static_cast<unsigned>(sides.size()); }
  /// Levels of express links, in the dimension that has most.
  [[nodiscard]] unsigned levels() const;
  /// Nodes of the grid: those that hold values.
  [[nodiscard]] std::int64_t values() const;
  /// All nodes: a compound machine has one more for each terminal.
  [[nodiscard]] std::int64_t nodes() const;
  /// The line of one dimension with the segments of one level of express links (1 = shortest).
  [[nodiscard]] ExpressLine line(unsigned dimension, unsigned level = 1) const {
    return {sides[dimension], lengths[dimension][level - 1]};
  }
  /// Place of a node in one dimension; numbers are row-major.
  [[nodiscard]] std::int64_t coordinate(NodeId node, unsigned dimension) const;
  /// The node of the grid at whose place a node stands: of a second node, its terminal.
  [[nodiscard]] NodeId grid_node(NodeId node) const;
  /// Number of the node at (row, column) in two dimensions.
  [[nodiscard]] NodeId at(std::int64_t row, std::int64_t column) const {
    return static_cast<NodeId>(row * sides[1] + column);
  }
  /// Node B of the compound node that is terminal (i, j).
  [[nodiscard]] NodeId second_node(std::int64_t i, std::int64_t j) const {
    return static_cast<NodeId>(values() + i * line(1).terminals() + j);
  }

  // ---- channels: the numbers of a node's links --------------------------------------------------
  /// The channel towards lower (`up` = false) or higher places of a dimension; level 0 is the mesh.
  [[nodiscard]] unsigned channel(unsigned dimension, bool up, unsigned level = 0) const {
    return 2 * (level * dimensions() + dimension) + (up ? 1 : 0);
  }
  /// The channel of the link inside a compound node.
  [[nodiscard]] unsigned internal_channel() const { return 2 * dimensions() * (levels() + 1); }
  /// Channels of all links, used or not; those of buses come after them.
  [[nodiscard]] unsigned link_channels() const {
    return internal_channel() + (layout == ExpressLayout::kCompound ? 1 : 0);
  }

  /// Calls `visit` for every link: mesh links, internal ones, express links by rising level.
  void for_each_link(const std::function<void(const ExpressMeshLink&)>& visit) const;

  friend bool operator==(const ExpressMeshShape&, const ExpressMeshShape&) = default;
};

/// Places inside a submesh at which the links of the layouts of degree 5 end.
struct SubmeshPlace {
  std::int64_t row = 0;
  std::int64_t column = 0;

  friend constexpr bool operator==(const SubmeshPlace&, const SubmeshPlace&) = default;
};

/// The ports of submesh (i, j): E and W are the ends of horizontal express links j and j - 1, S and
/// N those of vertical links i and i - 1. All at its terminal, but in the layouts of degree 5.
struct SubmeshPorts {
  SubmeshPlace east;
  SubmeshPlace west;
  SubmeshPlace south;
  SubmeshPlace north;
};
[[nodiscard]] SubmeshPorts submesh_ports(const ExpressMeshShape& mesh, std::int64_t i,
                                         std::int64_t j);

/// What the machine is made of.
struct ExpressMeshFigures {
  std::int64_t mesh_links = 0;
  std::int64_t express_links = 0;
  std::int64_t internal_links = 0;
  std::int64_t express_wire = 0;  ///< lengths of all express links together, in mesh links
  std::int64_t max_degree = 0;
  std::vector<std::int64_t> degrees;  ///< nodes with 0, 1, 2, .. links
};
[[nodiscard]] ExpressMeshFigures figures(const ExpressMeshShape& mesh);

// ---- distances ----------------------------------------------------------------------------------
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
