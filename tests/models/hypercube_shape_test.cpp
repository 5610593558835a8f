#include <set>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/hypercube/exchange_ctl.hpp"
#include "models/hypercube/shape.hpp"

using namespace plexus;

TEST_CASE("every channel of a cube is one link from both ends", "[hypercube][shape]") {
  const HypercubeShape shape{GENERATE(0, 1, 2, 3, 6, 9)};
  std::set<std::int64_t> links;
  int faults = 0;
  for (NodeId node = 0; node < shape.nodes(); ++node) {
    for (int t = 0; t < shape.dimension(); ++t) {
      const NodeId other = HypercubeShape::across(node, t);
      if (HypercubeShape::distance(node, other) != 1) ++faults;
      if (HypercubeShape::even_parity(node) == HypercubeShape::even_parity(other)) ++faults;
      if (shape.link(node, t) != shape.link(other, t)) ++faults;
      links.insert(shape.link(node, t));
    }
  }
  CHECK(faults == 0);
  CHECK(static_cast<std::int64_t>(links.size()) == shape.links());
  if (!links.empty()) {
    CHECK(*links.begin() == 0);
    CHECK(*links.rbegin() == shape.links() - 1);
  }
}

TEST_CASE("steps correct the most significant differing bit first", "[hypercube][shape]") {
  CHECK(HypercubeShape::next_port(0b0101, 0b1100) == 3);
  CHECK(HypercubeShape::next_port(0b1101, 0b1100) == 0);
  CHECK(HypercubeShape::next_port(0b1100, 0b1100) == std::nullopt);
}

TEST_CASE("Gray codes make a ring of neighbours", "[hypercube][shape]") {
  const HypercubeShape shape{GENERATE(2, 3, 4, 7, 10)};
  const GrayRing ring{shape};
  CHECK(GrayRing::node(0) == 0);
  CHECK(GrayRing::node(2) == 3);
  std::set<NodeId> met;
  int faults = 0;
  for (NodeId x = 0; x < shape.nodes(); ++x) {
    const NodeId node = GrayRing::node(x);
    const NodeId next = GrayRing::node((x + 1) % shape.nodes());
    if (GrayRing::position(node) != x) ++faults;
    if (HypercubeShape::across(node, ring.next_port(node)) != next) ++faults;
    if (HypercubeShape::across(next, ring.previous_port(next)) != node) ++faults;
    met.insert(node);
  }
  CHECK(faults == 0);
  CHECK(met.size() == shape.nodes());
}

TEST_CASE("cubes that do not exist are refused", "[hypercube][shape]") {
  CHECK_THROWS_WITH(HypercubeShape{-1}, "dimension is -1: a hypercube has 0 to 24");
  CHECK_THROWS_AS(HypercubeShape{25}, Refusal);
  CHECK_THROWS_AS(GrayRing{HypercubeShape{1}}, Refusal);
  CHECK_THROWS_AS(check_node(HypercubeShape{3}, "root", 8), Refusal);
  CHECK_THROWS_AS(check_move(HypercubeShape{3}, 2, 2), Refusal);
}

TEST_CASE("An exchange step has two halves, of even and of odd nodes, or one", "[hypercube]") {
  const FreshKernel kernel;
  exchange_ctl steps{"steps", 4};  // 0 and 3 are even
  for (NodeId node = 0; node < 4; ++node) CHECK(steps.idle(node));
  steps.go(1, false);
  steps.go(3, false);
  CHECK_FALSE(steps.idle(1));
  CHECK(steps.sends(3));
  CHECK_FALSE(steps.receives(3));
  CHECK(steps.receives(1));
  CHECK_FALSE(steps.sends(1));
  CHECK_FALSE(steps.half_done(1));
  CHECK(steps.sends(1));
  CHECK_FALSE(steps.receives(1));
  CHECK_FALSE(steps.idle(1));
  CHECK(steps.half_done(1));
  CHECK(steps.idle(1));
  CHECK_FALSE(steps.idle(3));
  steps.go(2, true);
  CHECK(steps.sends(2));
  CHECK(steps.receives(2));
  CHECK(steps.half_done(2));
  CHECK(steps.idle(2));
}
