#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"

using namespace plexus;

namespace {

struct DirectedLink {
  std::int64_t link;
  NodeId from;
  friend auto operator<=>(const DirectedLink&, const DirectedLink&) = default;
};

/// The links of a tree, away from the root, found by walking down from it. Checks on the way that
/// parents and children agree and that every node is met once, one level below its parent.
std::set<DirectedLink> links_down(const TorusShape& shape, const SpanningTree& tree) {
  std::set<DirectedLink> links;
  std::vector<NodeId> met{tree.root()};
  int faults = tree.parent_port(tree.root()) ? 1 : 0;
  int depth = 0;
  for (std::size_t i = 0; i < met.size() && met.size() <= shape.nodes(); ++i) {
    const NodeId node = met[i];
    depth = std::max(depth, tree.level(node));
    for (const int port : tree.child_ports(node)) {
      const NodeId child = shape.neighbour(node, port).value();
      if (tree.parent_port(child) != TorusShape::reverse_port(port)) ++faults;
      if (tree.level(child) != tree.level(node) + 1) ++faults;
      links.insert({shape.link(node, port), node});
      met.push_back(child);
    }
  }
  CHECK(faults == 0);
  CHECK(tree.depth() == depth);
  CHECK(met.size() == shape.nodes());
  CHECK(std::set<NodeId>(met.begin(), met.end()).size() == shape.nodes());
  return links;
}

std::set<std::int64_t> undirected(const std::set<DirectedLink>& links) {
  std::set<std::int64_t> result;
  for (const DirectedLink& link : links) result.insert(link.link);
  return result;
}

bool share_a_link(const SplitTrees& trees, const TorusShape& shape) {
  const auto x = undirected(links_down(shape, trees.x));
  const auto y = undirected(links_down(shape, trees.y));
  return std::any_of(x.begin(), x.end(), [&](std::int64_t link) { return y.count(link) != 0; });
}

/// (dx - ecc, dy - ecc) by sides 3 .. 10.
struct Excess {
  int x;
  int y;
  friend bool operator==(const Excess&, const Excess&) = default;
  friend std::ostream& operator<<(std::ostream& out, Excess e) { return out << e.x << ", " << e.y; }
};
constexpr Excess kPinwheelExcess[8][8] = {
    {{1, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 2}, {1, 1}, {1, 2}, {2, 2}},
    {{1, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 2}, {1, 1}, {1, 2}, {2, 2}},
    {{2, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 2}, {2, 1}, {2, 2}, {3, 2}},
    {{2, 2}, {2, 2}, {2, 3}, {3, 2}, {3, 2}, {2, 2}, {2, 3}, {3, 2}},
    {{2, 2}, {2, 2}, {2, 3}, {2, 3}, {2, 2}, {2, 2}, {2, 3}, {2, 3}},
    {{1, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 2}, {1, 1}, {1, 2}, {2, 2}},
    {{2, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 2}, {2, 1}, {2, 2}, {3, 2}},
    {{2, 2}, {2, 2}, {2, 3}, {3, 2}, {3, 2}, {2, 2}, {2, 3}, {3, 2}}};

Excess excess(const TorusShape& shape, const SplitTrees& trees) {
  const int eccentricity = static_cast<int>(shape.eccentricity(0));
  return {trees.x.depth() - eccentricity, trees.y.depth() - eccentricity};
}

}  // namespace

TEST_CASE("the broadcast tree spans and is as deep as the farthest node", "[torus][trees]") {
  const TorusShape shape =
      GENERATE(TorusShape{{3, 3}}, TorusShape{{4, 4}}, TorusShape{{5, 8}}, TorusShape{{7}},
               TorusShape{{3, 4, 5}}, TorusShape{{3, 3, 3, 3}}, TorusShape({1}, false),
               TorusShape({4, 6}, false), TorusShape({1, 7}, false), TorusShape({2, 3, 2}, false));
  for (NodeId root = 0; root < shape.nodes(); ++root) {
    const SpanningTree tree = row_last_tree(shape, root);
    links_down(shape, tree);
    CHECK(tree.depth() == shape.eccentricity(root));
  }
}

TEST_CASE("the broadcast tree runs up and down first and fills rows last", "[torus][trees]") {
  const TorusShape shape{{4, 4}};
  const SpanningTree tree = row_last_tree(shape, 0);
  CHECK(std::ranges::equal(tree.child_ports(0), std::vector{0, 1, 2, 3}));
  CHECK(std::ranges::equal(tree.child_ports(4), std::vector{0, 1, 2}));  // (0,1): both rows, north
  CHECK(std::ranges::equal(tree.child_ports(1), std::vector{0}));        // (1,0): east only
  CHECK(tree.child_ports(2).empty());                                    // (2,0) ends the row
  CHECK(tree.parent_port(2) == 1);  // half-way round: reached eastward
  CHECK(tree.parent_port(3) == 0);  // (3,0) is west of the root
}

TEST_CASE("split-axis-last uses every link in one direction only", "[torus][trees]") {
  const int x = GENERATE(3, 4, 5, 8);
  const int y = GENERATE(3, 4, 6, 7);
  CAPTURE(x, y);
  const TorusShape shape{{x, y}};
  for (const NodeId root : {NodeId{0}, shape.nodes() / 2}) {
    const SplitTrees trees = axis_last_trees(shape, root);
    std::set<DirectedLink> both = links_down(shape, trees.x);
    both.merge(links_down(shape, trees.y));
    CHECK(both.size() == undirected(both).size());
    CHECK(trees.x.depth() == shape.eccentricity(root));
    CHECK(trees.y.depth() == shape.eccentricity(root));
  }
}

TEST_CASE("split-axis-last sends X up and down first and Y sideways first", "[torus][trees]") {
  CHECK(first_half_on(TorusShape::plus_port(0)) == Half::kY);
  CHECK(first_half_on(TorusShape::minus_port(0)) == Half::kY);
  CHECK(first_half_on(TorusShape::plus_port(1)) == Half::kX);
  CHECK(first_half_on(TorusShape::minus_port(1)) == Half::kX);
  // Off the axes X comes along the row and Y along the column.
  const SplitTrees trees = axis_last_trees(TorusShape{{5, 5}}, 0);
  CHECK(trees.x.parent_port(6) == 1);
  CHECK(trees.y.parent_port(6) == 3);
}

TEST_CASE("split-neighbor serves the axes from the side", "[torus][trees]") {
  const int x = GENERATE(3, 4, 5, 6, 9);
  const int y = GENERATE(3, 4, 5, 8);
  CAPTURE(x, y);
  const TorusShape shape{{x, y}};
  const SplitTrees trees = neighbor_trees(shape, 1);
  const auto x_links = links_down(shape, trees.x);
  const auto y_links = links_down(shape, trees.y);
  for (const DirectedLink& link : x_links) CHECK(y_links.count(link) == 0);
  const int px = x / 2;
  const int py = y / 2;
  CHECK(trees.x.depth() == std::max(px + py, px + 2));
  CHECK(trees.y.depth() == std::max(px + py, py + 2));
}

TEST_CASE("pinwheel trees share no link and have the depths of the table", "[torus][trees]") {
  const int x = GENERATE(range(3, 15));
  const int y = GENERATE(range(3, 15));
  CAPTURE(x, y);
  const TorusShape shape{{x, y}};
  const SplitTrees trees = edge_disjoint_trees(shape, 0, TreeSource::kPinwheel);
  CHECK_FALSE(share_a_link(trees, shape));
  const auto row = [](int side) { return side < 11 ? side - 3 : (side - 4) % 4 + 1; };
  CHECK(excess(shape, trees) == kPinwheelExcess[row(x)][row(y)]);
}

TEST_CASE("large pinwheels stay within three hops of the eccentricity", "[torus][trees]") {
  const auto sides = GENERATE(values<std::vector<int>>({{20, 20}, {19, 20}, {3, 40}, {41, 5}}));
  const TorusShape shape{sides};
  const SplitTrees trees = edge_disjoint_trees(shape, 7, TreeSource::kPinwheel);
  CHECK_FALSE(share_a_link(trees, shape));
  CHECK(excess(shape, trees).x <= 3);
  CHECK(excess(shape, trees).y <= 3);
}

TEST_CASE("the tabled trees share no link and have depth L", "[torus][trees]") {
  const int side = GENERATE(4, 5, 6, 7, 8);
  CAPTURE(side);
  const TorusShape shape{{side, side}};
  for (NodeId root = 0; root < shape.nodes(); ++root) {
    const SplitTrees trees = edge_disjoint_trees(shape, root, TreeSource::kTable);
    CHECK_FALSE(share_a_link(trees, shape));
    CHECK(trees.x.depth() == side);
    CHECK(trees.y.depth() == side);
  }
}

TEST_CASE("auto takes the table where there is one", "[torus][trees]") {
  const TorusShape six{{6, 6}};
  CHECK(edge_disjoint_trees(six, 3) == edge_disjoint_trees(six, 3, TreeSource::kTable));
  const TorusShape oblong{{6, 5}};
  CHECK(edge_disjoint_trees(oblong, 3) == edge_disjoint_trees(oblong, 3, TreeSource::kPinwheel));
  CHECK_THROWS_AS(edge_disjoint_trees(oblong, 3, TreeSource::kTable), Refusal);
  CHECK_THROWS_AS(edge_disjoint_trees(TorusShape{{9, 9}}, 0, TreeSource::kTable), Refusal);
  CHECK_THROWS_AS(edge_disjoint_trees(TorusShape{{4, 4, 4}}, 0), Refusal);
  CHECK_THROWS_AS(edge_disjoint_trees(TorusShape({4, 4}, false), 0), Refusal);
  CHECK(parse_tree_source("pinwheel") == TreeSource::kPinwheel);
  CHECK(parse_tree_source("pinwheels") == std::nullopt);
}

TEST_CASE("edges that leave out a node are no spanning tree", "[torus][trees]") {
  const std::vector<TreeEdge> loop{{0, -1, -1}, {2, 0, 1}, {1, 1, 0}};  // 1 and 2 hang together
  CHECK_THROWS_AS((SpanningTree{0, loop}), std::logic_error);
}

TEST_CASE("every torus has a ring through all its nodes, odd sides included (E16)",
          "[torus][trees]") {
  std::vector<std::vector<int>> kinds{{3},       {8},          {3, 3, 3},   {3, 4, 5},
                                      {5, 3, 4}, {3, 3, 3, 3}, {4, 3, 5, 3}};
  for (int x = 3; x <= 12; ++x) {
    for (int y = 3; y <= 12; ++y) kinds.push_back({x, y});
  }
  const auto sides = GENERATE_COPY(from_range(kinds));
  CAPTURE(sides);
  const TorusShape shape{sides};
  const HamiltonianRing ring = hamiltonian_ring(shape);
  std::set<NodeId> met;
  NodeId node = 0;
  int faults = 0;
  do {
    const NodeId next = shape.neighbour(node, ring.next_port[node]).value();
    if (next != ring.successor(node) || ring.predecessor(next) != node) ++faults;
    if (shape.neighbour(next, ring.previous_port[next]) != node) ++faults;
    met.insert(node);
    node = next;
  } while (node != 0 && met.size() <= shape.nodes());
  CHECK(faults == 0);
  CHECK(met.size() == shape.nodes());
}

TEST_CASE("the ring of a plane torus runs to and fro and home along column 0", "[torus][trees]") {
  CHECK(hamiltonian_ring(TorusShape{{3, 3}}).order ==
        std::vector<NodeId>{0, 1, 2, 5, 4, 7, 8, 6, 3});
  CHECK_THROWS_AS(hamiltonian_ring(TorusShape({4, 4}, false)), Refusal);
}
