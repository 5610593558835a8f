#include "models/hypercube/trees.hpp"

#include <bit>
#include <string>
#include <vector>

#include "models/catalogue/refusal.hpp"
#include "models/torus/trees.hpp"  // the 4x4 table: the 4-cube is the 4x4 torus

namespace plexus {
namespace {

/// Parents in a tree rooted at node 0; the entry of the root itself is 0.
using Parents = std::vector<NodeId>;

/// The tree of a cube with these parents, moved to a root by xor.
SpanningTree moved(const Parents& parents, NodeId root) {
  std::vector<TreeEdge> edges(parents.size());
  for (NodeId label = 1; label < parents.size(); ++label) {
    const int bit = std::countr_zero(label ^ parents[label]);
    edges[label ^ root] = {parents[label] ^ root, bit, bit};
  }
  return {root, edges};
}

/// A tree of the 4x4 torus from node 0 as one of the 4-cube: (x, y) is node gray(x) + 4 gray(y).
Parents on_four_cube(const TorusShape& plane, const SpanningTree& tree) {
  const auto cube_node = [&](NodeId node) {
    const auto gray = [&](int j) {
      return GrayRing::node(static_cast<NodeId>(plane.coordinate(node, j)));
    };
    return gray(0) + 4 * gray(1);
  };
  Parents parents(plane.nodes());
  for (NodeId node = 1; node < plane.nodes(); ++node) {
    parents[cube_node(node)] =
        cube_node(plane.neighbour(node, tree.parent_port(node).value()).value());
  }
  return parents;
}

/// The lowest-numbered child of node 0.
NodeId lowest_child_of_root(const Parents& parents) {
  NodeId child = 1;
  while (parents[child] != 0) ++child;
  return child;
}

/// Tree A of one more dimension: the upper half repeats the tree, its top node hangs on node 0.
void extend_a(Parents& parents) {
  const auto half = static_cast<NodeId>(parents.size());
  parents.push_back(0);
  for (NodeId v = 1; v < half; ++v) parents.push_back(parents[v] + half);
}

/// Tree B of one more dimension: every node of the upper half hangs on its twin below, but node
/// `half`, whose link to node 0 belongs to tree A, hangs on the twin of a child of 0.
void extend_b(Parents& parents) {
  const auto half = static_cast<NodeId>(parents.size());
  parents.push_back(lowest_child_of_root(parents) + half);
  for (NodeId v = 1; v < half; ++v) parents.push_back(v);
}

}  // namespace

SpanningTree spanning_tree(HypercubeShape shape, NodeId root) {
  Parents parents(shape.nodes());
  for (NodeId label = 1; label < shape.nodes(); ++label) {
    parents[label] = label - std::bit_floor(label);
  }
  return moved(parents, root);
}

CubeTrees edge_disjoint_trees(HypercubeShape shape, NodeId root) {
  if (shape.dimension() < 4) {
    throw Refusal{RefusalClass::kSize, "dimension is " + std::to_string(shape.dimension()) +
                                           ": two edge-disjoint trees need at least 4"};
  }
  const TorusShape plane{{4, 4}};
  const SplitTrees tables = edge_disjoint_trees(plane, 0, TreeSource::kTable);
  Parents a = on_four_cube(plane, tables.x);
  Parents b = on_four_cube(plane, tables.y);
  for (int m = 4; m < shape.dimension(); ++m) {
    extend_a(a);
    extend_b(b);
  }
  return {moved(a, root), moved(b, root)};
}

}  // namespace plexus
