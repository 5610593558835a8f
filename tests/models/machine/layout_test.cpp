#include "models/machine/layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/bus/module.hpp"
#include "models/express-mesh/module.hpp"
#include "models/fat-tree/channel_traffic.hpp"
#include "models/graph/shape.hpp"
#include "models/hypercube/shape.hpp"
#include "models/omega/module.hpp"
#include "models/pops/shape.hpp"
#include "models/shared-memory/shape.hpp"
#include "models/torus/shape.hpp"
#include "tests/predictions.hpp"
#include "tests/testbenches/files.hpp"

namespace plexus {

namespace {

/// Points of a wire, close to each other, as it is drawn.
std::vector<Layout::Point> points_of(const Layout& drawn, const Layout::Wire& wire) {
  const Layout::Place& from = drawn.places[wire.from];
  const Layout::Place& to = drawn.places[wire.to];
  constexpr int kPieces = 40;
  std::vector<Layout::Point> points;
  std::vector<Layout::Point> corners{{from.x, from.y}};
  corners.insert(corners.end(), wire.via.begin(), wire.via.end());
  corners.emplace_back(to.x, to.y);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const auto [x, y] = corners[i - 1];
    const double dx = corners[i].first - x;
    const double dy = corners[i].second - y;
    for (int piece = 0; piece <= kPieces; ++piece) {
      const double t = static_cast<double>(piece) / kPieces;
      const double along = t * t * (3 - 2 * t);
      const double aside = 4 * wire.bend * t * (1 - t);
      points.emplace_back(x + along * dx + aside * dy, y + along * dy - aside * dx);
    }
  }
  return points;
}

std::vector<Layout> drawn_ways() {
  std::vector<Layout> all;
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{
           {8}, {9}, {5, 4}, {8, 8}, {3, 3, 3}, {5, 4, 3}, {3, 3, 3, 3}}) {
    all.push_back(layout(TorusShape{sides}));
    all.push_back(layout(TorusShape{sides, false}));
  }
  for (const int dimension : {1, 2, 3, 4, 5, 6, 7, 8}) {
    all.push_back(layout(HypercubeShape{dimension}));
  }
  for (const char* graph : {"ladder", "dgx-1"}) {
    all.push_back(
        layout(read_graph({in_tree(std::string{"docs/examples/graphs/"} + graph + ".txt")})));
  }
  return all;
}

}  // namespace

TEST_CASE("No wire passes a place at which it does not end, no two places meet", "[layout]") {
  for (const Layout& drawn : drawn_ways()) {
    CAPTURE(drawn.title);
    for (std::size_t i = 0; i < drawn.places.size(); ++i) {
      const Layout::Place& one = drawn.places[i];
      for (std::size_t j = 0; j < i; ++j) {
        const Layout::Place& other = drawn.places[j];
        const double apart = std::hypot(one.x - other.x, one.y - other.y);
        if (apart < (one.width + other.width) / 2) FAIL(i << " and " << j << " meet");
      }
    }
    for (const Layout::Wire& wire : drawn.wires) {
      for (const auto& [x, y] : points_of(drawn, wire)) {
        for (std::uint32_t i = 0; i < drawn.places.size(); ++i) {
          if (i == wire.from || i == wire.to) continue;
          const Layout::Place& place = drawn.places[i];
          if (std::hypot(place.x - x, place.y - y) < place.width / 2) {
            FAIL("the wire from " << wire.from << " to " << wire.to << " passes " << i);
          }
        }
      }
    }
  }
}

TEST_CASE("Of many dimensions every second one goes to the right, the others upwards", "[layout]") {
  const Layout drawn = layout(TorusShape{{3, 3, 3, 3}});
  const auto at = [&](std::size_t node) { return drawn.places[node]; };
  for (const std::size_t step : {1U, 9U}) {
    CHECK(at(step).y == at(0).y);
    CHECK(at(step).x > at(0).x);
  }
  for (const std::size_t step : {3U, 27U}) {
    CHECK(at(step).x == at(0).x);
    CHECK(at(step).y < at(0).y);
  }
  CHECK(at(9).x - at(2).x > at(1).x - at(0).x);  // between blocks of the lower dimensions
}

TEST_CASE("A grid shows up to 1024 nodes one by one, of more dimensions a quarter of them",
          "[layout]") {
  CHECK(layout(TorusShape{{32, 32}}).places.size() == 1024);
  CHECK(layout(TorusShape{{4, 8, 8}}).places.size() == 256);
  CHECK(layout(TorusShape{{33, 32}}).places.size() < 256);
  CHECK(layout(TorusShape{{5, 8, 8}}).places.size() < 256);
}

TEST_CASE("Links round the edge of layers pass as far beside their line, long or short",
          "[layout]") {
  std::size_t bent = 0;
  for (const int side : {3, 4, 6}) {
    const Layout drawn = layout(TorusShape{{3, 3, side}});
    for (const Layout::Wire& wire : drawn.wires) {
      if (wire.bend == 0) continue;
      const Layout::Place& from = drawn.places[wire.from];
      const Layout::Place& to = drawn.places[wire.to];
      CHECK(wire.bend * std::hypot(from.x - to.x, from.y - to.y) == Approx(0.45));
      ++bent;
    }
  }
  CHECK(bent == 3 * 9);
}

TEST_CASE("Where a POPS has many couplers a group stands for its processors", "[layout]") {
  CHECK(layout(PopsShape{.d = 2, .g = 4}).places.size() == 2 * 8 + 16);
  CHECK(layout(PopsShape{.d = 2, .g = 9}).places.size() == 2 * 9 + 81);
}

TEST_CASE("A path of a graph is drawn along the page", "[layout]") {
  const TemporaryFolder folder;
  std::ofstream{folder / "path.txt"} << "0 1\n1 2\n2 3\n3 4\n";
  const Layout drawn = layout(read_graph({folder / "path.txt"}));
  REQUIRE(drawn.places.size() == 5);
  const double length = std::abs(drawn.places[4].x - drawn.places[0].x);
  CHECK(length > 1);
  for (const Layout::Place& place : drawn.places) {
    CHECK(std::abs(place.y - drawn.places[0].y) < 0.1 * length);
  }
}

TEST_CASE("Of a graph with many nodes the links are drawn that it has", "[layout]") {
  const TemporaryFolder folder;
  std::ofstream file{folder / "star.txt"};
  file << "0 1\n1 2\n";  // and of these three nodes to all others
  for (int v = 1; v < 90; ++v) file << v % 3 << ' ' << v + 2 << '\n';
  file.close();
  const Layout drawn = layout(read_graph({folder / "star.txt"}));
  const NodeId per = drawn.places.at(0).count;
  using Pair = std::pair<NodeId, NodeId>;
  std::set<Pair> links{std::minmax({0 / per, 1 / per}), std::minmax({1 / per, 2 / per})};
  for (NodeId v = 1; v < 90; ++v) links.insert(std::minmax({v % 3 / per, (v + 2) / per}));
  std::erase_if(links, [](const Pair& pair) { return pair.first == pair.second; });
  std::set<Pair> wires;
  for (const Layout::Wire& wire : drawn.wires) wires.insert(std::minmax({wire.from, wire.to}));
  CHECK(wires == links);
}

TEST_CASE("A wire beside its line leaves towards its other end", "[layout]") {
  const auto at = [](double x, double y) {
    Layout::Place place;
    place.x = x;
    place.y = y;
    return place;
  };
  using Points = std::vector<Layout::Point>;
  CHECK(beside_line(at(2, 0), at(2, 4), false, 0.5, 1) == Points{{3, 0.5}, {3, 3.5}});
  CHECK(beside_line(at(2, 4), at(2, 0), false, 0.5, 1) == Points{{3, 3.5}, {3, 0.5}});
  CHECK(beside_line(at(0, 2), at(4, 2), true, 0.5, 1) == Points{{0.5, 1}, {3.5, 1}});
}

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

TEST_CASE("Nodes are drawn in equal groups where there are any of a fitting size", "[layout]") {
  CHECK(nodes_per_place(64) == 1);
  CHECK(nodes_per_place(65) == 2);  // 5 would be too many
  CHECK(nodes_per_place(128) == 2);
  CHECK(nodes_per_place(130) == 5);  // 3 would do, but does not divide them
  CHECK(nodes_per_place(10, 3) == 5);
}

TEST_CASE("Two nodes are joined by one wire, nodes of one place by none", "[layout]") {
  const Layout layout = circle_layout("ring", 128);  // two nodes in each place
  const std::vector<NodeId> ends{1, 2, 0};
  const auto neighbour = [&](NodeId v, unsigned) { return std::optional{ends[v]}; };
  const auto wires = across_circle(layout, neighbours(layout, 3, 1, neighbour));
  REQUIRE(wires.size() == 1);
  CHECK(wires.front() == Layout::Wire{0, 1, "", 0, -1, -1});
}

TEST_CASE("Of two arcs over the same places of a row, none lies upon the other", "[layout]") {
  for (const Layout& drawn : {layout(HypercubeShape{6}), layout(HypercubeShape{8}),
                              layout(TorusShape{{8, 8}}), layout(TorusShape{{3, 3, 3, 3}})}) {
    CAPTURE(drawn.title);
    std::map<double, std::vector<std::pair<double, double>>> rows;  // by height
    for (const Layout::Wire& wire : drawn.wires) {
      if (wire.via.empty() || wire.via[0].second != wire.via[1].second) continue;
      rows[wire.via[0].second].emplace_back(wire.via[0].first, wire.via[1].first);
    }
    CHECK(!rows.empty());
    for (auto& [y, arcs] : rows) {
      std::ranges::sort(arcs);
      for (std::size_t i = 1; i < arcs.size(); ++i) CHECK(arcs[i - 1].second < arcs[i].first);
    }
  }
}

TEST_CASE("Neighbours in a grid of Gray code differ in one bit", "[layout]") {
  const Layout drawn = layout(HypercubeShape{6});
  std::size_t straight = 0;
  for (const Layout::Wire& wire : drawn.wires) {
    CHECK(std::has_single_bit(drawn.places[wire.from].first ^ drawn.places[wire.to].first));
    straight += wire.via.empty() ? 1 : 0;
  }
  CHECK(straight == 2 * 8 * 7);  // all steps of 8 rows and 8 columns
}

TEST_CASE("Nodes of a graph stand as far apart as they have links between them", "[layout]") {
  const Layout drawn = layout(read_graph({in_tree("docs/examples/graphs/ladder.txt")}));
  for (const Layout::Wire& wire : drawn.wires) {
    const Layout::Place& from = drawn.places[wire.from];
    const Layout::Place& to = drawn.places[wire.to];
    const double length = std::hypot(from.x - to.x, from.y - to.y);
    CHECK(length > 1);
    CHECK(length < 2.4);
  }
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
  CHECK(drawn.places.size() == 12);
  for (NodeId v = 0; v < 12; ++v) {
    CAPTURE(v);
    CHECK((drawn.places[v].x == v % 4 && drawn.places[v].y == v / 4));
  }
  CHECK(drawn.wires.size() == 3 * 3 + 2 * 4);
}

TEST_CASE("No two nodes of a hypercube are drawn at one place", "[layout]") {
  for (int dimension = 0; dimension <= 9; ++dimension) {
    std::set<std::pair<double, double>> places;
    for (const auto& place : layout(HypercubeShape{dimension}).places) {
      CHECK(places.emplace(place.x, place.y).second);
    }
  }
}

TEST_CASE("Banks are drawn side by side below the middle of their memory", "[layout]") {
  const Layout drawn = layout(SharedMemoryShape{.nodes = 8, .banks = 4});
  const double middle = drawn.places[place_of(drawn, 7)].x / 2;
  CHECK(drawn.places.at(8).width == 8);  // the memory lies below all of the nodes
  CHECK(layout(SharedMemoryShape{.nodes = 8}).places.at(8).width == 8);  // without banks, too
  double before = -1;
  for (int bank = 0; bank < 4; ++bank) {
    const Layout::Place& place = drawn.places.at(static_cast<std::size_t>(9 + bank));
    CHECK(place.x == middle + (bank - 1.5) * 2);
    CHECK(place.x > before);
    before = place.x;
  }
}

TEST_CASE("More than 16 nodes at a bus or a memory stand in two rows in turn", "[layout]") {
  const Layout bus = bus_layout(17, 1);
  const Layout wires = bus_layout(16, 1);
  const double line = bus.places.back().y;
  for (NodeId v = 0; v < 17; ++v) {
    CAPTURE(v);
    CHECK((bus.places[v].y < line) == (v % 2 == 0));
    if (v < 16) CHECK(wires.places[v].y < wires.places.back().y);
    if (v > 1) CHECK(bus.places[v].x == bus.places[v - 2].x + 1);
  }
  CHECK(bus.wires.size() == 17);
  const Layout memory = layout(SharedMemoryShape{.nodes = 17});
  for (NodeId v = 0; v < 17; ++v) CHECK(memory.places[v].y == (v % 2 == 0 ? 0 : -1));
}

TEST_CASE("A network of many ports is drawn as a chain of its stages", "[layout]") {
  const Layout drawn = layout(NetworkShape{NetworkKind::kOmega, 128});
  const auto nodes = static_cast<std::uint32_t>(
      std::ranges::count_if(drawn.places, [](const Layout::Place& one) { return one.count > 0; }));
  REQUIRE(drawn.places.size() == 2 * nodes + 7);  // who sends, stages, who receives
  std::set<std::pair<std::uint32_t, std::uint32_t>> wires;
  for (const Layout::Wire& wire : drawn.wires) CHECK(wires.emplace(wire.from, wire.to).second);
  std::set<std::pair<std::uint32_t, std::uint32_t>> wanted;
  for (std::uint32_t i = 0; i < nodes; ++i) wanted.emplace(i, nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) wanted.emplace(nodes + 7 + i, nodes + 6);
  for (std::uint32_t t = 1; t < 7; ++t) wanted.emplace(nodes + t - 1, nodes + t);
  CHECK(wires == wanted);
  for (std::uint32_t i = 0; i < nodes; ++i) {  // names stand outside
    CHECK(drawn.places[i].side == Layout::Side::kLeft);
    CHECK(drawn.places[nodes + 7 + i].side == Layout::Side::kRight);
  }
}

TEST_CASE("Couplers are drawn between the groups that send and those that receive", "[layout]") {
  const Layout drawn = layout(PopsShape{.d = 3, .g = 2});
  double sends = 0;
  double receives = 0;
  double last = 0;
  for (const Layout::Place& place : drawn.places) {
    if (place.count > 0) sends = place.x;
    if (place.again > 0) receives = place.x;
  }
  std::size_t couplers = 0;
  for (const Layout::Place& place : drawn.places) {
    if (place.mark != Layout::Mark::kStar) continue;
    CHECK((place.x > sends && place.x < receives));
    // In front of their group, one below the other.
    CHECK(place.y > (couplers == 0 ? -1e9 : last));
    last = place.y;
    const auto group = static_cast<std::uint32_t>(couplers / 2);
    CHECK(std::abs(place.y - drawn.places[3 * group + 1].y) < 1);
    ++couplers;
  }
  CHECK(couplers == 2 * 2);
  CHECK(drawn.wires.size() == 2 * 3 * 2 * 2);  // of every coupler 3 that lead to it and 3 from it
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

TEST_CASE("Links that change are drawn one after another, those that stay are not", "[layout]") {
  const auto sequence_of = [](const char* operation, int ports) {
    const auto run =
        experiment_of("reconfigurable", operation, "direct", {{"nodes", 4}, {"ports", ports}});
    return run->layout().value().sequence.size();
  };
  CHECK(sequence_of("alltoall", 3) == 0);
  CHECK(sequence_of("alltoall", 1) == 3);
}

TEST_CASE("Routers with channels are drawn under the names that they have in a run", "[layout]") {
  const Layout drawn = channel_network(FatTreeShape{2, 4, {1, 2}}).wiring.layout();
  REQUIRE(drawn.places.size() == 7);
  for (std::size_t router = 4; router < 7; ++router) {
    CHECK(drawn.places[router].part == "network.router_" + std::to_string(router));
  }
  const Layout largest = channel_network(FatTreeShape{8, 64, {1, 1}}).wiring.layout();
  REQUIRE(largest.places.size() == 64 + 8 + 1);
  CHECK(largest.places[64].part == "network.router_64");
}

}  // namespace plexus
