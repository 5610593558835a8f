#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/spanning_tree.hpp"
#include "models/torus/shape.hpp"

namespace plexus {

/// The broadcast tree of 3.2(D), first method, figure 9: the parent is one hop towards the root in
/// the lowest-numbered dimension with an offset, so the last dimension is the spine and rows are
/// filled last. Torus and mesh, depth = eccentricity of the root. (E10: the printed node rules
/// err.)
SpanningTree row_last_tree(const TorusShape& shape, NodeId root);
/// One node's place in that tree, worked out on the spot: O(dimensions).
TreePlace row_last_place(const TorusShape& shape, NodeId root, NodeId node);

/// The two trees of a split broadcast: words 0 .. ceil(w/2) - 1 go down `x`, the rest down `y`.
struct SplitTrees {
  SpanningTree x;
  SpanningTree y;
  friend bool operator==(const SplitTrees&, const SplitTrees&) = default;
};

/// `split-axis-last`, the remedy that 3.2(D) prefers: X runs along the vertical axis and leaves it
/// horizontally, Y the other way round; each half reaches the other axis last. Every link carries
/// one direction only. The trees share the links of the axes: the root sends all packets of the
/// half `first_half_on` before those of the other one, every other node forwards in order of
/// arrival. Throws Refusal (`feature`) on a mesh or unless d = 2.
SplitTrees axis_last_trees(const TorusShape& shape, NodeId root);

enum class Half { kX, kY };
/// The half that the root of `split-axis-last` sends first through a port: X up and down, Y
/// sideways.
[[nodiscard]] constexpr Half first_half_on(int root_port) {
  return TorusShape::dimension_of(root_port) == 1 ? Half::kX : Half::kY;
}

/// `split-neighbor`, the "easy remedy" of 3.2(D): as above, but a node (0, j) gets Y from (1, j)
/// and a node (h, 0) gets X from (h, 1), over links that carry the other half the other way
/// (`all-full`). Depths max(px + py, px + 2) and max(px + py, py + 2). Throws Refusal (`feature`)
/// on a mesh or unless d = 2.
SplitTrees neighbor_trees(const TorusShape& shape, NodeId root);

/// Where `split-trees` takes its trees from (`trees`).
enum class TreeSource {
  kAuto,      ///< the table where there is one, else the pinwheel
  kTable,     ///< squares of side 4 to 8: depth L for even L, L in place of L - 1 for odd L
  kPinwheel,  ///< all sides: depth at most three above the eccentricity
};
[[nodiscard]] std::string_view to_string(TreeSource source);
/// The value of `trees` that a word names; nothing for any other word.
[[nodiscard]] std::optional<TreeSource> parse_tree_source(std::string_view word);

/// `split-trees`: two spanning trees without a common link, so half duplex suffices to
/// reach (3.19) where both have the depth of the eccentricity (4x4, 6x6, 8x8).
/// Throws Refusal: `feature` on a mesh or unless d = 2, `size` for `kTable` where there is none.
SplitTrees edge_disjoint_trees(const TorusShape& shape, NodeId root,
                               TreeSource source = TreeSource::kAuto);

/// A ring through all nodes of a torus, for daisy chains.
struct HamiltonianRing {
  std::vector<NodeId> order;                ///< node at each position; position 0 is node 0
  std::vector<std::uint32_t> position;      ///< of each node
  std::vector<std::int16_t> next_port;      ///< of each node, towards the successor
  std::vector<std::int16_t> previous_port;  ///< of each node, towards the predecessor

  [[nodiscard]] NodeId successor(NodeId node) const {
    return order[(position[node] + 1) % order.size()];
  }
  [[nodiscard]] NodeId predecessor(NodeId node) const {
    return order[(position[node] + order.size() - 1) % order.size()];
  }
  friend bool operator==(const HamiltonianRing&, const HamiltonianRing&) = default;
};

/// Exists for every torus, odd sides included (E16). Throws Refusal (`feature`) on a mesh.
HamiltonianRing hamiltonian_ring(const TorusShape& shape);

}  // namespace plexus
