#include "models/machine/layout.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <catch2/catch.hpp>

#include "models/express-mesh/module.hpp"
#include "models/fat-tree/channel_traffic.hpp"
#include "models/hypercube/shape.hpp"
#include "models/pops/shape.hpp"
#include "models/shared-memory/shape.hpp"
#include "tests/predictions.hpp"

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

TEST_CASE("A narrow grid of many nodes is drawn 16 groups wide", "[layout]") {
  const Layout grid = grid_layout("grid", 1000, 3);
  REQUIRE(grid.places.size() > 16);
  CHECK((grid.places[15].x == 15 && grid.places[15].y == 0));
  CHECK((grid.places[16].x == 0 && grid.places[16].y == 1));
}

TEST_CASE("A mesh is drawn in its rows and columns", "[layout]") {
  ExpressMeshShape mesh;
  mesh.sides = {3, 4};
  const Layout drawn = express_mesh_layout(mesh);
  for (NodeId v = 0; v < 12; ++v) {
    CAPTURE(v);
    CHECK((drawn.places[v].x == v % 4 && drawn.places[v].y == v / 4));
  }
  CHECK(drawn.wires.size() == 3 * 3 + 2 * 4);
}

TEST_CASE("No two nodes of a hypercube are drawn at one place", "[layout]") {
  for (int dimension = 0; dimension <= 6; ++dimension) {
    std::set<std::pair<double, double>> places;
    for (const auto& place : layout(HypercubeShape{dimension}).places) {
      CHECK(places.emplace(place.x, place.y).second);
    }
  }
}

TEST_CASE("Banks are drawn side by side below the middle of their memory", "[layout]") {
  const Layout drawn = layout(SharedMemoryShape{.nodes = 8, .banks = 4});
  const double middle = drawn.places[place_of(drawn, 7)].x / 2;
  double before = -1;
  for (int bank = 0; bank < 4; ++bank) {
    const Layout::Place& place = drawn.places.at(static_cast<std::size_t>(9 + bank));
    CHECK(place.x == middle + (bank - 1.5) * 2);
    CHECK(place.x > before);
    before = place.x;
  }
}

TEST_CASE("Stars are drawn below all processors, a row for each group of receivers", "[layout]") {
  for (const Layout::Place& place : layout(PopsShape{.d = 3, .g = 2}).places) {
    CAPTURE(place.part);
    CHECK((place.mark == Layout::Mark::kStar) == (place.y > 3));
    if (place.part.starts_with("stars.coupler_1_")) CHECK(place.y == 3 + 2 * 0.8);
  }
}

TEST_CASE("Links of all configurations are drawn up to eight for each node", "[layout]") {
  const auto [nodes, wires] = GENERATE(table<std::uint32_t, int>({{17, 17 * 16 / 2}, {18, 0}}));
  CAPTURE(nodes);
  const auto direct =
      experiment_of("reconfigurable", "alltoall", "direct", {{"nodes", nodes}, {"ports", 2}});
  const Layout drawn = direct->layout().value();
  const auto on_circle = [nodes = nodes](const Layout::Wire& wire) {
    return wire.from < nodes && wire.to < nodes;
  };
  CHECK(std::ranges::count_if(drawn.wires, on_circle) == wires);
}

TEST_CASE("Routers with channels are drawn under the names that they have in a run", "[layout]") {
  const Layout drawn = channel_network(FatTreeShape{2, 4, {1, 2}}).wiring.layout();
  REQUIRE(drawn.places.size() == 7);
  for (std::size_t router = 4; router < 7; ++router) {
    CHECK(drawn.places[router].part == "network.router_" + std::to_string(router));
  }
}

}  // namespace plexus
