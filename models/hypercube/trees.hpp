#pragma once

#include "hw/time/units.hpp"
#include "models/direct/spanning_tree.hpp"
#include "models/hypercube/shape.hpp"

namespace plexus {

/// The binomial tree of [11]: with labels relative to the root (v xor root), the parent has the
/// highest set bit cleared. Depth n; also the tree of scatter and gather read from the low bits up.
SpanningTree spanning_tree(HypercubeShape shape, NodeId root);

/// The two trees of `two-trees`: words 0 .. ceil(w/2) - 1 go down `a`, the rest down `b`.
struct CubeTrees {
  SpanningTree a;
  SpanningTree b;
  friend bool operator==(const CubeTrees&, const CubeTrees&) = default;
};

/// Two spanning trees of depth n without a common link, n >= 4: the 4x4 torus's tables
/// on Gray codes, then one dimension after the other; other roots by xor.
/// Throws Refusal (`size`) below four dimensions.
CubeTrees edge_disjoint_trees(HypercubeShape shape, NodeId root);

}  // namespace plexus
