#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"

namespace plexus {

/// A d-dimensional torus, or the open mesh.
///
/// Node number of coordinates (x0, x1, ...): x0 + L0 (x1 + L1 (x2 + ...)), L the sides. In two
/// dimensions x0 is the column (east positive), x1 the row (north positive).
/// Port 2j of a node leads one hop in + direction of dimension j, port 2j + 1 one hop in -
/// direction. The port at the other end of the same channel is `reverse_port`.
class TorusShape {
 public:
  /// Largest number of nodes.
  static constexpr std::int64_t kMaxNodes = std::int64_t{1} << 24;
  /// Most dimensions: a node has two ports in each, and at most 64.
  static constexpr std::size_t kMaxDimensions = 32;

  /// Throws Refusal (`size`) without sides, for more than kMaxDimensions, for a side below 3 (mesh:
  /// below 1) and above kMaxNodes.
  explicit TorusShape(std::vector<int> sides, bool wrap = true);

  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  [[nodiscard]] bool wrap() const { return wrap_; }
  [[nodiscard]] int dimensions() const { return static_cast<int>(sides_.size()); }
  [[nodiscard]] int side(int dimension) const {
    return sides_[static_cast<std::size_t>(dimension)];
  }
  [[nodiscard]] int ports() const { return 2 * dimensions(); }
  [[nodiscard]] NodeId nodes() const { return nodes_; }
  /// Are all sides equal?
  [[nodiscard]] bool square() const;

  /// What one more in a coordinate adds to the node number, L_0 .. L_(j-1); all nodes for j = d.
  [[nodiscard]] NodeId stride(int dimension) const {
    return dimension < dimensions() ? strides_[static_cast<std::size_t>(dimension)] : nodes_;
  }
  /// Coordinate of a node in one dimension, 0 .. side - 1.
  [[nodiscard]] int coordinate(NodeId node, int dimension) const;
  [[nodiscard]] std::vector<int> coordinates(NodeId node) const;
  /// The node at these coordinates, one for each dimension, 0 .. side - 1.
  [[nodiscard]] NodeId node(std::span<const int> coordinates) const;

  static constexpr int plus_port(int dimension) { return 2 * dimension; }
  static constexpr int minus_port(int dimension) { return 2 * dimension + 1; }
  static constexpr int dimension_of(int port) { return port / 2; }
  static constexpr int reverse_port(int port) { return port ^ 1; }

  /// The node behind a port; nothing over the edge of a mesh.
  [[nodiscard]] std::optional<NodeId> neighbour(NodeId node, int port) const;

  /// Hops from one node to another in one dimension: the way with fewer hops, signed; half-way
  /// round an even side counts as +. On a mesh the plain difference.
  [[nodiscard]] int offset(NodeId from, NodeId to, int dimension) const;

  /// How far the line through a node extends when it is served both ways.
  struct Reaches {
    int plus = 0;
    int minus = 0;
    [[nodiscard]] int larger() const { return plus > minus ? plus : minus; }
    friend bool operator==(const Reaches&, const Reaches&) = default;
  };
  /// Torus: floor(L/2) hops in + and the other L - 1 - floor(L/2) in - direction, from every node.
  /// Mesh: what lies on either side of the node.
  [[nodiscard]] Reaches reaches(NodeId node, int dimension) const;

  /// Hops of a shortest path.
  [[nodiscard]] std::int64_t distance(NodeId from, NodeId to) const;
  /// Largest distance from a node.
  [[nodiscard]] std::int64_t eccentricity(NodeId node) const;
  /// Largest distance between two nodes; (3.7): at most sqrt k on an even square torus.
  [[nodiscard]] std::int64_t diameter() const;

  /// A node at the largest distance: the way of the larger reach in every dimension, + on a tie.
  [[nodiscard]] NodeId farthest(NodeId node) const;

  /// First port of the shortest path that corrects dimension 0 first; nothing at the destination.
  [[nodiscard]] std::optional<int> next_port(NodeId here, NodeId destination) const;

  /// Number of physical links.
  [[nodiscard]] std::int64_t links() const;
  /// Number of the link behind a port that has a neighbour, the same from both ends, for
  /// statistics: 0 .. nodes * dimensions - 1 (on a mesh some numbers name no link).
  [[nodiscard]] std::int64_t link(NodeId node, int port) const;

  /// Channel p of a node is its port p.
  [[nodiscard]] DirectWiring wiring() const;

  friend bool operator==(const TorusShape&, const TorusShape&) = default;

 private:
  std::vector<int> sides_;
  std::vector<NodeId> strides_;  ///< node numbers between neighbours in each dimension
  NodeId nodes_ = 1;
  bool wrap_ = true;
};

/// A circle in one dimension, a grid with x0 to the right and x1 upwards in two, layers of a third
/// one side by side; more dimensions row by row. Beyond 64 nodes a place stands for neighbours.
[[nodiscard]] Layout layout(const TorusShape& torus);

/// Throws Refusal (`range`) unless 0 <= node < nodes; `parameter` is the word of the command line.
void check_node(const TorusShape& shape, std::string_view parameter, std::int64_t node);

/// Throws Refusal (`feature`) on a mesh: `algorithm` goes round the rings.
void require_wrap(const TorusShape& shape, std::string_view algorithm);
/// Throws Refusal (`feature`) unless the torus has two dimensions.
void require_two_dimensions(const TorusShape& shape, std::string_view algorithm);
/// Throws Refusal (`size`) unless all sides are equal.
void require_square(const TorusShape& shape, std::string_view algorithm);

}  // namespace plexus
