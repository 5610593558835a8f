#include <algorithm>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/hypercube/shape.hpp"
#include "models/hypercube/trees.hpp"

using namespace plexus;

namespace {

/// The links of a tree, found by walking down from the root; checks that it spans the cube.
std::set<std::int64_t> links_of(HypercubeShape shape, const SpanningTree& tree) {
  std::set<std::int64_t> links;
  std::vector<NodeId> met{tree.root()};
  int faults = 0;
  for (std::size_t i = 0; i < met.size() && met.size() <= shape.nodes(); ++i) {
    for (const int port : tree.child_ports(met[i])) {
      const NodeId child = HypercubeShape::across(met[i], port);
      if (tree.parent_port(child) != port) ++faults;
      if (tree.level(child) != tree.level(met[i]) + 1) ++faults;
      links.insert(shape.link(met[i], port));
      met.push_back(child);
    }
  }
  CHECK(faults == 0);
  CHECK(std::set<NodeId>(met.begin(), met.end()).size() == shape.nodes());
  CHECK(met.size() == shape.nodes());
  return links;
}

}  // namespace

TEST_CASE("the spanning tree reaches every node over a shortest path", "[hypercube][trees]") {
  const HypercubeShape shape{GENERATE(0, 1, 2, 3, 5, 8)};
  for (const NodeId root : {NodeId{0}, shape.nodes() / 2, shape.nodes() - 1}) {
    const SpanningTree tree = spanning_tree(shape, root);
    links_of(shape, tree);
    CHECK(tree.depth() == shape.dimension());
    int faults = 0;
    for (NodeId node = 0; node < shape.nodes(); ++node) {
      if (tree.level(node) != HypercubeShape::distance(root, node)) ++faults;
    }
    CHECK(faults == 0);
  }
}

TEST_CASE("the parent of a node has its highest relative bit cleared", "[hypercube][trees]") {
  const SpanningTree tree = spanning_tree(HypercubeShape{4}, 0b0001);
  CHECK(tree.parent_port(0b0111) == 2);                                    // relative 0110
  CHECK(std::ranges::equal(tree.child_ports(0b0011), std::vector{2, 3}));  // relative 0010
}

TEST_CASE("two trees of depth n share no link, from any root", "[hypercube][trees]") {
  const int n = GENERATE(4, 5, 6, 7, 8, 9, 10, 12);
  CAPTURE(n);
  const HypercubeShape shape{n};
  const NodeId step = n < 7 ? 1 : shape.nodes() / 5;
  for (NodeId root = 0; root < shape.nodes(); root += step) {
    const CubeTrees trees = edge_disjoint_trees(shape, root);
    const auto a = links_of(shape, trees.a);
    const auto b = links_of(shape, trees.b);
    CHECK(std::none_of(a.begin(), a.end(), [&](std::int64_t link) { return b.count(link) != 0; }));
    CHECK(trees.a.depth() == n);
    CHECK(trees.b.depth() == n);
  }
}

TEST_CASE("a cube of three dimensions is too small for two trees", "[hypercube][trees]") {
  CHECK_THROWS_WITH(edge_disjoint_trees(HypercubeShape{3}, 0),
                    "dimension is 3: two edge-disjoint trees need at least 4");
}
