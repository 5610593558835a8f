#include <cstdlib>
#include <deque>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/torus/shape.hpp"

using namespace plexus;

namespace {

struct Sides {
  std::vector<int> sides;
  bool wrap;
};

std::ostream& operator<<(std::ostream& out, const Sides& value) {
  for (const int side : value.sides) out << side << ' ';
  return out << (value.wrap ? "torus" : "mesh");
}

std::vector<Sides> all_kinds() {
  std::vector<Sides> kinds{{{7}, true},          {{3, 4, 5}, true},  {{3, 3, 3, 4}, true},
                           {{1}, false},         {{1, 1}, false},    {{2}, false},
                           {{1, 5}, false},      {{2, 3, 4}, false}, {{9, 1, 2}, false},
                           {{2, 2, 2, 2}, false}};
  for (int x = 3; x <= 9; ++x) {
    for (int y = 3; y <= 9; ++y) kinds.push_back({{x, y}, true});
  }
  return kinds;
}

/// Hops from a node to every other one, found by following channels only.
std::vector<int> flood(const TorusShape& shape, NodeId start) {
  std::vector<int> hops(shape.nodes(), -1);
  std::deque<NodeId> waiting{start};
  hops[start] = 0;
  while (!waiting.empty()) {
    const NodeId node = waiting.front();
    waiting.pop_front();
    for (int port = 0; port < shape.ports(); ++port) {
      const auto next = shape.neighbour(node, port);
      if (!next || hops[*next] >= 0) continue;
      hops[*next] = hops[node] + 1;
      waiting.push_back(*next);
    }
  }
  return hops;
}

}  // namespace

TEST_CASE("a torus numbers its nodes with dimension 0 running fastest", "[torus][shape]") {
  const TorusShape shape{{3, 4, 5}};
  CHECK(shape.nodes() == 60);
  CHECK(shape.node(std::vector{1, 2, 3}) == 1 + 3 * (2 + 4 * 3));
  CHECK(shape.coordinates(43) == std::vector{1, 2, 3});
  for (NodeId node = 0; node < shape.nodes(); ++node) {
    CHECK(shape.node(shape.coordinates(node)) == node);
  }
}

TEST_CASE("port 2j leads in + and port 2j + 1 in - direction of dimension j", "[torus][shape]") {
  const TorusShape torus{{4, 3}};
  CHECK(torus.neighbour(5, 0) == 6);  // (1,1) -> (2,1)
  CHECK(torus.neighbour(5, 1) == 4);  // (1,1) -> (0,1)
  CHECK(torus.neighbour(5, 2) == 9);  // (1,1) -> (1,2)
  CHECK(torus.neighbour(5, 3) == 1);  // (1,1) -> (1,0)
  CHECK(torus.neighbour(7, 0) == 4);  // over the east edge
  CHECK(torus.neighbour(1, 3) == 9);  // over the south edge
  const TorusShape mesh{{4, 3}, false};
  CHECK(mesh.neighbour(5, 0) == 6);
  CHECK(mesh.neighbour(7, 0) == std::nullopt);
  CHECK(mesh.neighbour(4, 1) == std::nullopt);
  CHECK(mesh.neighbour(9, 2) == std::nullopt);
  CHECK(mesh.neighbour(1, 3) == std::nullopt);
}

TEST_CASE("every torus channel leads back and is one link from both ends", "[torus][shape]") {
  const Sides kind = GENERATE(from_range(all_kinds()));
  CAPTURE(kind);
  const TorusShape shape{kind.sides, kind.wrap};
  std::set<std::int64_t> links;
  int faults = 0;
  for (NodeId node = 0; node < shape.nodes(); ++node) {
    for (int port = 0; port < shape.ports(); ++port) {
      const auto other = shape.neighbour(node, port);
      if (!other) continue;
      const int back = TorusShape::reverse_port(port);
      if (shape.neighbour(*other, back) != node) ++faults;
      if (shape.link(node, port) != shape.link(*other, back)) ++faults;
      links.insert(shape.link(node, port));
    }
  }
  CHECK(faults == 0);
  CHECK(static_cast<std::int64_t>(links.size()) == shape.links());
  if (!links.empty()) {
    CHECK(*links.begin() >= 0);
    CHECK(*links.rbegin() < std::int64_t{shape.nodes()} * shape.dimensions());
  }
}

TEST_CASE("torus distances are those of a flood over the channels", "[torus][shape]") {
  const Sides kind = GENERATE(from_range(all_kinds()));
  CAPTURE(kind);
  const TorusShape shape{kind.sides, kind.wrap};
  int largest = 0;
  int faults = 0;
  for (NodeId a = 0; a < shape.nodes(); ++a) {
    const std::vector<int> hops = flood(shape, a);
    int farthest = 0;
    for (NodeId b = 0; b < shape.nodes(); ++b) {
      if (shape.distance(a, b) != hops[b]) ++faults;
      farthest = std::max(farthest, hops[b]);
    }
    if (shape.eccentricity(a) != farthest) ++faults;
    largest = std::max(largest, farthest);
  }
  CHECK(faults == 0);
  CHECK(shape.diameter() == largest);
}

TEST_CASE("dimension-order steps reach the destination by a shortest path", "[torus][shape]") {
  const Sides kind = GENERATE(from_range(all_kinds()));
  CAPTURE(kind);
  const TorusShape shape{kind.sides, kind.wrap};
  int faults = 0;
  for (NodeId a = 0; a < shape.nodes(); ++a) {
    for (NodeId b = 0; b < shape.nodes(); ++b) {
      NodeId here = a;
      int dimension = 0;
      std::int64_t hops = 0;
      while (const auto port = shape.next_port(here, b)) {
        if (TorusShape::dimension_of(*port) < dimension) ++faults;
        dimension = TorusShape::dimension_of(*port);
        here = shape.neighbour(here, *port).value();
        if (++hops > shape.diameter()) break;
      }
      if (here != b || hops != shape.distance(a, b)) ++faults;
    }
  }
  CHECK(faults == 0);
}

TEST_CASE("half-way round an even side counts as +", "[torus][shape]") {
  const TorusShape shape{{4, 6, 5}};
  CHECK(shape.offset(0, 2, 0) == 2);
  CHECK(shape.offset(2, 0, 0) == 2);
  CHECK(shape.offset(0, 3, 0) == -1);
  CHECK(shape.offset(0, 4 * 3, 1) == 3);
  CHECK(shape.offset(0, 4 * 4, 1) == -2);
  CHECK(shape.offset(0, 24 * 2, 2) == 2);
  CHECK(shape.offset(0, 24 * 3, 2) == -2);
  CHECK(TorusShape({4, 6}, false).offset(3, 0, 0) == -3);
}

TEST_CASE("the reaches of a line count the nodes on either side", "[torus][shape]") {
  const Sides kind = GENERATE(from_range(all_kinds()));
  CAPTURE(kind);
  const TorusShape shape{kind.sides, kind.wrap};
  for (NodeId centre : {NodeId{0}, shape.nodes() / 2, shape.nodes() - 1}) {
    for (int j = 0; j < shape.dimensions(); ++j) {
      TorusShape::Reaches seen;
      for (NodeId node = 0; node < shape.nodes(); ++node) {
        const int offset = shape.offset(centre, node, j);
        seen.plus = std::max(seen.plus, offset);
        seen.minus = std::max(seen.minus, -offset);
      }
      CHECK(shape.reaches(centre, j) == seen);
    }
  }
}

TEST_CASE("tori that do not exist are refused with their parameter", "[torus][shape]") {
  const auto kind = [](auto request) {
    try {
      request();
    } catch (const Refusal& refusal) {
      return refusal.kind();
    }
    FAIL("not refused");
    return RefusalClass::kUsage;
  };
  CHECK(kind([] { TorusShape{{}}; }) == RefusalClass::kSize);
  CHECK(kind([] { TorusShape{{4, 2}}; }) == RefusalClass::kSize);
  CHECK(kind([] { TorusShape{{4, 0}, false}; }) == RefusalClass::kSize);
  CHECK(kind([] { TorusShape{{100000, 100000}}; }) == RefusalClass::kSize);
  const TorusShape shape{{4, 5}};
  CHECK(kind([&] { check_node(shape, "root", 20); }) == RefusalClass::kRange);
  CHECK(kind([&] { check_node(shape, "root", -1); }) == RefusalClass::kRange);
  CHECK(kind([&] { check_move(shape, 3, 3); }) == RefusalClass::kRange);
  CHECK(kind([&] { require_square(shape, "x"); }) == RefusalClass::kSize);
  CHECK(kind([] { require_two_dimensions(TorusShape{{4}}, "x"); }) == RefusalClass::kFeature);
  CHECK(kind([] { require_wrap(TorusShape{{4}, false}, "x"); }) == RefusalClass::kFeature);
  CHECK_THROWS_WITH((TorusShape{{4, 2}}),
                    "--sides 4,2: with --wrap true every side must be at least 3");
  CHECK_THROWS_WITH(check_node(shape, "root", 20), "root is 20: a node of the torus is 0 to 19");
}

TEST_CASE("a torus has up to 32 dimensions", "[torus][shape]") {
  CHECK(TorusShape(std::vector<int>(32, 1), false).nodes() == 1);
  CHECK_THROWS_AS(TorusShape(std::vector<int>(33, 1), false), Refusal);
  CHECK_THROWS_AS(TorusShape({}, false), Refusal);
}
