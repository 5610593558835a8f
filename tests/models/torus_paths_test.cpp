#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/torus/paths.hpp"
#include "models/torus/shape.hpp"

using namespace plexus;

namespace {

/// Walks every path over the channels; what is wrong with them, empty if nothing.
std::string fault_in(const TorusShape& shape, NodeId source, NodeId destination,
                     const std::vector<Route>& routes) {
  if (static_cast<int>(routes.size()) != shape.ports()) return "not 2d paths";
  std::set<std::int64_t> links;
  for (const Route& route : routes) {
    NodeId here = source;
    for (const int port : route) {
      if (!links.insert(shape.link(here, port)).second) return "two paths share a link";
      here = shape.neighbour(here, port).value();
    }
    if (here != destination) return "a path ends elsewhere";
  }
  const auto shorter = [](const Route& a, const Route& b) { return a.size() < b.size(); };
  if (!std::is_sorted(routes.begin(), routes.end(), shorter)) return "not sorted by length";
  return "";
}

/// The longest path that proposition 3.1 allows.
std::int64_t bound_of_proposition_3_1(const TorusShape& shape, NodeId a, NodeId b) {
  int aligned_dimensions = 0;
  for (int j = 0; j < shape.dimensions(); ++j) aligned_dimensions += shape.offset(a, b, j) == 0;
  const std::int64_t distance = shape.distance(a, b);
  if (distance == 1) return 7;
  return distance + (aligned_dimensions == shape.dimensions() - 1 ? 4 : 2);
}

std::string first_fault(const TorusShape& shape, std::vector<NodeId> sources) {
  const auto& sides = shape.sides();
  const bool proposition = *std::min_element(sides.begin(), sides.end()) >= 4;
  for (const NodeId a : sources) {
    for (NodeId b = 0; b < shape.nodes(); ++b) {
      if (a == b) continue;
      const EdgeDisjointPaths paths = edge_disjoint_paths(shape, a, b);
      std::string fault = fault_in(shape, a, b, paths.routes);
      if (fault.empty() && proposition && shape.dimensions() > 1 &&
          paths.lengths().back() > bound_of_proposition_3_1(shape, a, b)) {
        fault = "longer than proposition 3.1 says";
      }
      if (!fault.empty()) return std::to_string(a) + "->" + std::to_string(b) + ": " + fault;
    }
  }
  return "";
}

NodeId at(const TorusShape& shape, int x, int y) { return shape.node(std::vector{x, y}); }

}  // namespace

TEST_CASE("2d paths between any two nodes of a plane torus share no link", "[torus][paths]") {
  const int x = GENERATE(3, 4, 5, 6, 7, 8);
  const int y = GENERATE(3, 4, 5, 6, 7, 8);
  CAPTURE(x, y);
  const TorusShape shape{{x, y}};
  std::vector<NodeId> everywhere(shape.nodes());
  std::iota(everywhere.begin(), everywhere.end(), 0);
  CHECK(first_fault(shape, everywhere) == "");
}

TEST_CASE("2d paths share no link on larger and on other tori either", "[torus][paths]") {
  const auto sides = GENERATE(values<std::vector<int>>({{9, 9},
                                                        {10, 10},
                                                        {3, 12},
                                                        {13, 4},
                                                        {5},
                                                        {8},
                                                        {3, 3, 3},
                                                        {3, 4, 5},
                                                        {4, 4, 4},
                                                        {5, 5, 5},
                                                        {6, 3, 4},
                                                        {4, 5, 6},
                                                        {3, 3, 3, 3},
                                                        {4, 3, 5, 3},
                                                        {4, 4, 4, 4}}));
  CAPTURE(sides);
  const TorusShape shape{sides};
  CHECK(first_fault(shape, {0, shape.nodes() / 2 + 1}) == "");
}

TEST_CASE("near the antipode the paths beat lemma 3.1 (E4)", "[torus][paths]") {
  const auto sum = [](const TorusShape& shape, NodeId destination) {
    const auto lengths = edge_disjoint_paths(shape, 0, destination).lengths();
    return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
  };
  const TorusShape four{{4, 4}};
  CHECK(sum(four, at(four, 2, 2)) == 16);  // the lemma says at least 24
  const TorusShape six{{6, 6}};
  CHECK(sum(six, at(six, 1, 2)) == 18);  // the lemma says at least 20
}

TEST_CASE("a side of 3 sends one path the long way round (E6)", "[torus][paths]") {
  const TorusShape seven{{3, 7}};
  CHECK(edge_disjoint_paths(seven, 0, at(seven, 1, 1)).lengths().back() == 7);
  const TorusShape nine{{3, 9}};
  CHECK(edge_disjoint_paths(nine, 0, at(nine, 0, 1)).lengths().back() == 8);
}

TEST_CASE("four rows take a path set of their own (E7)", "[torus][paths]") {
  const TorusShape shape{{13, 4}};
  const EdgeDisjointPaths paths = edge_disjoint_paths(shape, 0, at(shape, 3, 0));
  CHECK(paths.set == PathSet::kFourRows);
  CHECK(paths.lengths() == std::vector<std::int64_t>{3, 7, 7, 7});
}

TEST_CASE("a ring has the two ways round", "[torus][paths]") {
  const EdgeDisjointPaths paths = edge_disjoint_paths(TorusShape{{7}}, 1, 6);
  CHECK(paths.set == PathSet::kAround);
  CHECK(paths.routes == std::vector<Route>{{1, 1}, {0, 0, 0, 0, 0}});
}

TEST_CASE("the shortest route follows the dimension-order steps", "[torus][paths]") {
  const TorusShape shape = GENERATE(TorusShape{{4, 5, 3}}, TorusShape{{4, 1, 6}, false});
  int faults = 0;
  for (NodeId a = 0; a < shape.nodes(); ++a) {
    for (NodeId b = 0; b < shape.nodes(); ++b) {
      NodeId here = a;
      Route steps;
      while (const auto port = shape.next_port(here, b)) {
        steps.push_back(*port);
        here = shape.neighbour(here, *port).value();
      }
      if (shortest_route(shape, a, b) != steps) ++faults;
    }
  }
  CHECK(faults == 0);
}

TEST_CASE("edge-disjoint paths are refused on a mesh and to the source itself", "[torus][paths]") {
  CHECK_THROWS_AS(edge_disjoint_paths(TorusShape({4, 4}, false), 0, 5), Refusal);
  CHECK_THROWS_AS(edge_disjoint_paths(TorusShape{{4, 4}}, 5, 5), Refusal);
}
