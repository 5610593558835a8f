#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/hypercube/cube_route.hpp"
#include "models/hypercube/exchange_ctl.hpp"

namespace plexus {

/// A binary hypercube of 2^dimension nodes. Node v has neighbours v xor 2^t; dimension t
/// is bit t, bit 0 the least significant, and port t leads across it, from both ends.
class HypercubeShape {
 public:
  /// Largest dimension.
  static constexpr int kMaxDimension = 24;

  /// Throws Refusal (`size`) unless 0 <= dimension <= kMaxDimension.
  explicit HypercubeShape(int dimension);

  [[nodiscard]] int dimension() const { return dimension_; }
  [[nodiscard]] int ports() const { return dimension_; }
  [[nodiscard]] NodeId nodes() const { return NodeId{1} << dimension_; }

  /// The neighbour across dimension t.
  [[nodiscard]] static constexpr NodeId across(NodeId node, int t) {
    return node ^ (NodeId{1} << t);
  }
  /// Hamming distance H(A, B), (3.13): at most the dimension.
  [[nodiscard]] static constexpr int distance(NodeId a, NodeId b) { return std::popcount(a ^ b); }
  /// First port of the path that corrects differing bits from the most significant down; nothing
  /// at the destination.
  [[nodiscard]] static constexpr std::optional<int> next_port(NodeId here, NodeId destination) {
    const auto channel = cube_route::channel(here, destination);
    return channel ? std::optional{static_cast<int>(*channel)} : std::nullopt;
  }
  /// Does the node send first in a half-duplex exchange? The nodes of even parity do: across every
  /// channel one end does and the other does not.
  [[nodiscard]] static constexpr bool even_parity(NodeId node) { return !exchange_ctl::odd(node); }

  /// Number of physical links, n k / 2.
  [[nodiscard]] std::int64_t links() const { return std::int64_t{nodes()} / 2 * dimension_; }
  /// Number of the link across dimension t, the same from both ends: 0 .. links - 1.
  [[nodiscard]] std::int64_t link(NodeId node, int t) const;

  /// Channel t of a node is its port t.
  [[nodiscard]] DirectWiring wiring() const;

  friend bool operator==(const HypercubeShape&, const HypercubeShape&) = default;

 private:
  int dimension_;
};

/// Up to four dimensions as cubes, a tesseract as one in another; above as a grid whose rows and
/// columns are in the order of a Gray code, up to eight dimensions. Of larger cubes a place stands
/// for a subcube of the lowest dimensions.
[[nodiscard]] Layout layout(const HypercubeShape& cube);

/// The ring of Gray codes through all nodes of a cube of at least two dimensions: position x is
/// node x xor floor(x / 2), and successive nodes differ in one bit.
class GrayRing {
 public:
  /// Throws Refusal (`size`) below two dimensions: two nodes are no ring.
  explicit GrayRing(HypercubeShape shape);

  [[nodiscard]] static constexpr NodeId node(NodeId position) { return position ^ (position >> 1); }
  [[nodiscard]] static constexpr NodeId position(NodeId node) {
    for (int shift = 1; shift < 32; shift *= 2) node ^= node >> shift;
    return node;
  }
  /// Port of a node towards its successor.
  [[nodiscard]] int next_port(NodeId node) const { return port_from(position(node) + 1); }
  /// Port of a node towards its predecessor.
  [[nodiscard]] int previous_port(NodeId node) const { return port_from(position(node)); }

 private:
  /// Port between positions x - 1 and x; x = 0 and x = nodes both close the ring.
  [[nodiscard]] int port_from(NodeId x) const {
    const int lowest = std::countr_zero(x);
    return lowest < shape_.dimension() ? lowest : shape_.dimension() - 1;
  }

  HypercubeShape shape_;
};

/// Throws Refusal (`range`) unless 0 <= node < nodes; `parameter` is the word of the command line.
void check_node(HypercubeShape shape, std::string_view parameter, std::int64_t node);

}  // namespace plexus
