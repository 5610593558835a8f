#include "models/machine/layout.hpp"

#include <catch2/catch.hpp>

namespace plexus {

TEST_CASE("Every node has exactly one place in a layout", "[layout]") {
  const auto nodes = GENERATE(NodeId{1}, 2, 7, 64, 65, 97, 1000, 1024, 65536);
  CAPTURE(nodes);
  for (const Layout& layout :
       {circle_layout("ring", nodes), grid_layout("grid", nodes, 1), grid_layout("grid", 1, nodes),
        grid_layout("grid", nodes, 3), row_layout("bus", nodes)}) {
    CAPTURE(layout.title);
    NodeId next = 0;
    for (const Layout::Place& place : layout.places) {
      CHECK(place.first == next);
      CHECK(place.count >= 1);
      next += place.count;
    }
    CHECK(next == (layout.title.starts_with("grid of") && next != nodes ? nodes * 3 : nodes));
    CHECK(layout.places.size() <= kMostNodesDrawn);
    CHECK(place_of(layout, 0) == 0);
    CHECK(place_of(layout, next - 1) == layout.places.size() - 1);
    CHECK(place_of(layout, next) == layout.places.size());
  }
}

TEST_CASE("A layout says how many nodes one circle stands for", "[layout]") {
  CHECK(circle_layout("ring", 8).title == "ring of 8 nodes");
  CHECK(circle_layout("ring", 1024).title == "ring of 1,024 nodes, 16 in each circle");
}

TEST_CASE("Two nodes are joined by one wire, nodes of one place by none", "[layout]") {
  Layout layout = circle_layout("ring", 128);
  join_nodes(layout, 0, 1);
  CHECK(layout.wires.empty());
  join_nodes(layout, 1, 2);
  join_nodes(layout, 3, 0);
  REQUIRE(layout.wires.size() == 1);
  CHECK(layout.wires.front() == Layout::Wire{0, 1, "", 0, -1, -1});
}

}  // namespace plexus
