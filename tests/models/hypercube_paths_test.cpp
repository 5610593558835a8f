#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/hypercube/paths.hpp"
#include "models/hypercube/shape.hpp"

using namespace plexus;

namespace {

/// Walks every path; what is wrong with them, empty if nothing.
std::string fault_in(HypercubeShape shape, NodeId a, NodeId b, const std::vector<Route>& paths) {
  if (static_cast<int>(paths.size()) != shape.dimension()) return "not n paths";
  const auto distance = static_cast<std::size_t>(HypercubeShape::distance(a, b));
  std::set<NodeId> met{a, b};
  for (std::size_t j = 0; j < paths.size(); ++j) {
    NodeId here = a;
    for (std::size_t hop = 0; hop < paths[j].size(); ++hop) {
      here = HypercubeShape::across(here, paths[j][hop]);
      const bool end = hop + 1 == paths[j].size();
      if (end ? here != b : !met.insert(here).second) return "a node lies on two paths";
    }
    if (paths[j].size() != (j < distance ? distance : distance + 2)) return "a wrong length";
  }
  return "";
}

}  // namespace

TEST_CASE("n paths between any two nodes of a cube share no node (proposition 3.2)",
          "[hypercube][paths]") {
  const HypercubeShape shape{GENERATE(1, 2, 3, 4, 5, 6, 7)};
  std::string fault;
  for (NodeId a = 0; a < shape.nodes() && fault.empty(); ++a) {
    for (NodeId b = 0; b < shape.nodes() && fault.empty(); ++b) {
      if (a != b) fault = fault_in(shape, a, b, node_disjoint_paths(shape, a, b));
    }
  }
  CHECK(fault == "");
}

TEST_CASE("path j starts with the j-th differing bit; detours flip the high bits first",
          "[hypercube][paths]") {
  CHECK(node_disjoint_paths(HypercubeShape{4}, 1, 2) ==
        std::vector<Route>{{1, 0}, {0, 1}, {3, 1, 0, 3}, {2, 1, 0, 2}});
  CHECK(shortest_route(HypercubeShape{4}, 0b0110, 0b1010) == Route{3, 2});
}
