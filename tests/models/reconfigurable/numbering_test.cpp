#include "models/reconfigurable/numbering.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/reconfigurable/clique_steering.hpp"
#include "models/reconfigurable/topology.hpp"

using namespace plexus;

TEST_CASE("a step of the RCP reaches r times as many nodes, each once", "[reconfigurable][shape]") {
  const auto ports = GENERATE(1, 2, 3, 4, 8);
  const auto nodes = GENERATE(2, 9, 13, 27, 100, 729, 5000);
  const ReconfigurableShape shape = ReconfigurableShape::effective(nodes, ports);
  for (const Numbering numbering : {Numbering::kRcp, Numbering::kRadix, Numbering::kFit}) {
    CAPTURE(ports, nodes, to_string(numbering));
    const RcpTree tree{shape, numbering};
    CHECK(tree.steps() == shape.steps());
    std::set<NodeId> reached{0};
    for (int l = 0; l < tree.steps(); ++l) {
      const std::set<NodeId> before = reached;
      for (const TreeLink& link : tree.step(l)) {
        REQUIRE(before.contains(link.parent));
        REQUIRE(link.index < static_cast<std::uint32_t>(shape.ports));
        REQUIRE(reached.insert(link.child).second);
      }
      if (numbering != Numbering::kFit) {
        CHECK(static_cast<std::int64_t>(reached.size()) ==
              std::min<std::int64_t>(nodes, shape.power(l + 1)));
      }
    }
    CHECK(static_cast<std::int64_t>(reached.size()) == nodes);
  }
}

TEST_CASE("an address is a node's way from node 0", "[reconfigurable][shape]") {
  const ReconfigurableShape shape{27, 2};
  CHECK(rcp_address(shape, 5) == std::vector<std::int64_t>{1, 1, 0});
  CHECK(rcp_address(shape, 15) == std::vector<std::int64_t>{0, 1, 1});
  CHECK(rcp_address(shape, 26) == std::vector<std::int64_t>{2, 2, 2});
  for (const std::int64_t ports : {1, 2, 3, 4}) {
    const ReconfigurableShape all{ReconfigurableShape{0, ports}.power(4), ports};
    for (std::int64_t v = 0; v < all.nodes; ++v) CHECK(rcp_node(all, rcp_address(all, v)) == v);
  }
}

TEST_CASE("complementary processors differ in one digit: consecutive numbers do not",
          "[reconfigurable][shape]") {
  const ReconfigurableShape shape{9, 2};
  const auto members = [&](int digit) {
    std::set<std::set<NodeId>> cliques_found;
    const CliqueLabels names{shape, Numbering::kRcp};
    for (const CliqueLink& link : cliques(shape, names, 9, digit)) {
      std::set<NodeId> clique{link.a, link.b};
      for (const CliqueLink& other : cliques(shape, names, 9, digit)) {
        if (clique.contains(other.a) || clique.contains(other.b)) {
          clique.insert({other.a, other.b});
        }
      }
      cliques_found.insert(clique);
    }
    return cliques_found;
  };
  CHECK(members(0) == std::set<std::set<NodeId>>{{0, 1, 2}, {3, 5, 7}, {4, 6, 8}});
  CHECK(members(1) == std::set<std::set<NodeId>>{{0, 3, 4}, {1, 5, 6}, {2, 7, 8}});
}

TEST_CASE("27 nodes and degree 3 make no RCP of cliques: erratum R1", "[reconfigurable][erratum]") {
  CHECK_FALSE(ReconfigurableShape{27, 3}.is_power());
  CHECK(ReconfigurableShape{27, 2}.is_power());
  const RcpTree tree{{27, 3}, Numbering::kRcp};
  CHECK(tree.step(0).size() == 3);
  CHECK(tree.step(1).size() == 12);
  CHECK(tree.step(2).size() == 11);
}

TEST_CASE("the fit numbering cuts intervals evenly", "[reconfigurable][shape]") {
  const RcpTree tree{{13, 2}, Numbering::kFit};
  const auto pairs = [&](int l) {
    std::vector<std::pair<NodeId, NodeId>> all;
    for (const TreeLink& link : tree.step(l)) all.emplace_back(link.parent, link.child);
    return all;
  };
  CHECK(pairs(0) == std::vector<std::pair<NodeId, NodeId>>{{0, 9}, {0, 11}});
  CHECK(pairs(1) == std::vector<std::pair<NodeId, NodeId>>{{0, 3}, {0, 6}});
  CHECK(pairs(2) == std::vector<std::pair<NodeId, NodeId>>{
                        {0, 1}, {0, 2}, {3, 4}, {3, 5}, {6, 7}, {6, 8}, {9, 10}, {11, 12}});
}

TEST_CASE("a block goes towards the digit that its destination has", "[reconfigurable]") {
  const FreshKernel kernel;
  std::vector<std::int64_t> labels;
  for (std::int64_t node = 0; node < 27; ++node) labels.push_back(node);
  clique_steering steering{"steering", 3, labels};
  CHECK(steering.digit(14, 0) == 2);  // 14 = 112
  CHECK(steering.digit(14, 1) == 1);
  CHECK(steering.digit(14, 2) == 1);
  CHECK(steering.decide(14, {0, 26}).keep);
  CHECK(steering.decide(14, {0, 13}) == SteerOut{1, false});
  CHECK(steering.decide(14, {1, 26}) == SteerOut{1, false});
  CHECK(steering.decide(14, {2, 0}) == SteerOut{0, false});
  CHECK(steering.decide(14, {2, 26}) == SteerOut{1, false});
}
