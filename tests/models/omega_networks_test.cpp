#include <cstdint>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/switch/wiring.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/omega/module.hpp"
#include "models/omega/networks.hpp"

namespace plexus {
namespace {

/// Every network that is steered by a tag, small and medium, other radices included.
std::vector<NetworkShape> steered_networks() {
  std::vector<NetworkShape> shapes;
  for (const NetworkKind kind : all_network_kinds()) {
    if (kind == NetworkKind::kBenes) continue;
    for (const NodeId ports : {2U, 4U, 8U, 16U, 32U, 64U}) shapes.emplace_back(kind, ports);
  }
  for (const NodeId ports : {3U, 6U, 13U}) shapes.emplace_back(NetworkKind::kCrossbar, ports);
  for (const NodeId ports : {3U, 9U, 27U}) shapes.emplace_back(NetworkKind::kOmega, ports, 3U);
  for (const NodeId ports : {4U, 16U, 64U}) shapes.emplace_back(NetworkKind::kOmega, ports, 4U);
  for (const NodeId ports : {8U, 64U}) shapes.emplace_back(NetworkKind::kOmega, ports, 8U);
  return shapes;
}

template <typename Check>
void for_all_routes(const NetworkShape& shape, Check check) {
  for (NodeId s = 0; s < shape.ports(); ++s) {
    for (NodeId d = 0; d < shape.ports(); ++d) check(SwitchRoute{s, d});
  }
}

RefusalClass refusal_of(NetworkKind kind, NodeId ports, std::uint32_t radix = 2) {
  try {
    const NetworkShape shape{kind, ports, radix};
  } catch (const Refusal& refusal) {
    return refusal.kind();
  }
  FAIL("not refused");
  return RefusalClass::kUsage;
}

TEST_CASE("a perfect shuffle interleaves the halves, radix r its r parts", "[wiring][omega]") {
  CHECK(Wiring::shuffle(8) == Wiring{{0, 2, 4, 6, 1, 3, 5, 7}});
  CHECK(Wiring::inverse_shuffle(8) == Wiring{{0, 4, 1, 5, 2, 6, 3, 7}});
  CHECK(Wiring::shuffle(9, 3) == Wiring{{0, 3, 6, 1, 4, 7, 2, 5, 8}});
  CHECK(Wiring::shuffle(6, 3) == Wiring{{0, 3, 1, 4, 2, 5}});
  CHECK(Wiring::inverse_shuffle(8, 2, 2) == Wiring{{0, 2, 1, 3, 4, 6, 5, 7}});
}

TEST_CASE("a wiring is written as where its wires lead", "[wiring][omega]") {
  std::ostringstream out;
  out << Wiring::shuffle(6, 3);
  CHECK(out.str() == "[0 3 1 4 2 5]");
}

TEST_CASE("a butterfly swaps one digit with the lowest", "[wiring][omega]") {
  CHECK(Wiring::butterfly(8, 2) == Wiring{{0, 4, 2, 6, 1, 5, 3, 7}});
  CHECK(Wiring::butterfly(8, 0) == Wiring::identity(8));
  CHECK(Wiring::butterfly(9, 1, 3) == Wiring{{0, 3, 6, 1, 4, 7, 2, 5, 8}});
  const std::uint32_t digit = GENERATE(3U, 32U, 64U);  // 2^64 is no number any more
  CHECK_THROWS_AS(Wiring::butterfly(8, digit), std::invalid_argument);
}

TEST_CASE("of two wirings one behind the other every wire leads where both lead it",
          "[wiring][omega]") {
  CHECK(Wiring::rotation(8, 1).then(Wiring::rotation(8, 2)) == Wiring::rotation(8, 3));
  CHECK(Wiring::shuffle(8).then(Wiring::rotation(8, 1)) == Wiring{{1, 3, 5, 7, 2, 4, 6, 0}});
}

TEST_CASE("wires followed there and back lead home", "[wiring][omega]") {
  const auto wiring = GENERATE(Wiring::shuffle(16), Wiring::shuffle(27, 3),
                               Wiring::shuffle(32, 4, 2), Wiring::inverse_shuffle(64, 2, 8),
                               Wiring::butterfly(16, 3), Wiring::rotation(10, -3));
  CAPTURE(wiring);
  CHECK(wiring.then(wiring.inverse()) == Wiring::identity(wiring.links()));
  CHECK(wiring.inverse().inverse() == wiring);
}

TEST_CASE("rotating by one block and back is a rotation round the ring", "[wiring][omega]") {
  CHECK(Wiring::rotation(5, 2) == Wiring{{2, 3, 4, 0, 1}});
  CHECK(Wiring::rotation(5, -1) == Wiring{{4, 0, 1, 2, 3}});
  CHECK(Wiring::rotation(5, 12) == Wiring::rotation(5, 2));
}

TEST_CASE("wires that are no permutation, or do not divide, are refused", "[wiring][omega]") {
  CHECK_THROWS_AS((Wiring{{0, 0, 1}}), std::invalid_argument);
  CHECK_THROWS_AS((Wiring{{0, 3, 1}}), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::shuffle(9), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::shuffle(8, 2, 3), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::shuffle(8, 2, 8), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::shuffle(8, 1), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::butterfly(8, 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::butterfly(8, 3), std::invalid_argument);
  CHECK_THROWS_AS(Wiring::identity(4).then(Wiring::identity(8)), std::invalid_argument);
}

TEST_CASE("the destination tag leads every message along the wires to its destination",
          "[omega][networks]") {
  for (const NetworkShape& shape : steered_networks()) {
    CAPTURE(shape);
    for_all_routes(shape, [&](SwitchRoute route) {
      if (shape.walk(route).back().link != route.destination) FAIL_CHECK(route);
    });
  }
}

TEST_CASE("the closed-form labels are the links that the wires lead to, behind every stage",
          "[omega][networks]") {
  for (const NetworkShape& shape : steered_networks()) {
    CAPTURE(shape);
    for_all_routes(shape, [&](SwitchRoute route) {
      const auto way = shape.walk(route);
      REQUIRE(way.size() == shape.stages());
      for (std::uint32_t t = 0; t < shape.stages(); ++t) {
        const std::uint32_t label = shape.label(route, t);
        if (label >= shape.ports() || shape.link_of_label(label, t) != way[t].link) {
          FAIL_CHECK("stage " << t << " of " << route << ": label " << label);
        }
      }
    });
  }
}

TEST_CASE("messages enter an element at the input that its wires give it", "[omega][networks]") {
  // A pass of the whole identity-like map that each network can do uses every element input once.
  for (const NetworkKind kind :
       {NetworkKind::kOmega, NetworkKind::kInverseOmega, NetworkKind::kIndirectBinaryCube}) {
    const NetworkShape shape{kind, 16};
    for (std::uint32_t t = 0; t < shape.stages(); ++t) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> inputs;
      std::set<std::pair<std::uint32_t, std::uint32_t>> outputs;
      for (NodeId v = 0; v < 16; ++v) {
        const StageCrossing crossing = shape.walk({v, v})[t];
        inputs.insert({crossing.element, crossing.input});
        outputs.insert({crossing.element, crossing.output});
      }
      CHECK(inputs.size() == 16);
      CHECK(outputs.size() == 16);
    }
  }
}

TEST_CASE("in a data manipulator a message enters by the output by which it left the stage before",
          "[omega][networks]") {
  const NetworkShape shape{NetworkKind::kDataManipulator, 8};
  for_all_routes(shape, [&](SwitchRoute route) {
    const auto way = shape.walk(route);
    CHECK(way.front().element == route.source);
    CHECK(way.front().input == 0);
    for (std::size_t t = 1; t < way.size(); ++t) {
      CHECK(way[t].element == way[t - 1].link);
      CHECK(way[t].input == way[t - 1].output);
    }
  });
}

TEST_CASE("the labels of section 5.1, spelled out for one route", "[omega][networks]") {
  const SwitchRoute route{0b110, 0b011};
  const auto labels = [&](NetworkKind kind) {
    const NetworkShape shape{kind, 8};
    return std::vector{shape.label(route, 0), shape.label(route, 1), shape.label(route, 2)};
  };
  using Labels = std::vector<std::uint32_t>;
  CHECK(labels(NetworkKind::kOmega) == Labels{0b100, 0b001, 0b011});
  CHECK(labels(NetworkKind::kInverseOmega) == Labels{0b111, 0b111, 0b011});
  CHECK(labels(NetworkKind::kIndirectBinaryCube) == Labels{0b111, 0b111, 0b011});
  CHECK(labels(NetworkKind::kBaseline) == Labels{0b011, 0b011, 0b011});
  CHECK(labels(NetworkKind::kDataManipulator) == Labels{0b110, 0b100, 0b011});  // 6 - 2 - 1
}

TEST_CASE("a data manipulator goes the short way round, half the ring upwards",
          "[omega][networks]") {
  const NetworkShape shape{NetworkKind::kDataManipulator, 8};
  CHECK(shape.steer({1, 5}, 0) == 1);
  CHECK(shape.steer({1, 6}, 0) == 0);  // -3 = -2 - 1
  CHECK(shape.steer({1, 6}, 1) == 2);
  CHECK(shape.steer({1, 6}, 2) == 2);
}

TEST_CASE("radix r steers digit by digit in base r", "[omega][networks]") {
  const NetworkShape shape{NetworkKind::kOmega, 27, 3};
  CHECK(shape.stages() == 3);
  CHECK(shape.elements() == 9);
  const SwitchRoute route{2 * 9 + 1 * 3 + 0, 1 * 9 + 0 * 3 + 2};
  CHECK(shape.steer(route, 0) == 1);
  CHECK(shape.steer(route, 1) == 0);
  CHECK(shape.steer(route, 2) == 2);
  CHECK(shape.label(route, 0) == 1 * 9 + 0 * 3 + 1);
}

TEST_CASE("networks have the stages and elements of section 5.1", "[omega][networks]") {
  for (const NetworkKind kind : all_network_kinds()) {
    const NetworkShape shape{kind, 16};
    CAPTURE(kind);
    const std::uint32_t crosspoints = shape.stages() * shape.elements() * shape.element_ports();
    switch (kind) {
      case NetworkKind::kCrossbar:
        CHECK(crosspoints == 16);
        break;
      case NetworkKind::kBenes:
        CHECK(shape.stages() * shape.elements() == 8 * 7);
        break;
      case NetworkKind::kDataManipulator:
        CHECK(shape.stages() * shape.elements() == 64);
        break;
      default:
        CHECK(shape.stages() * shape.elements() == 4 * 8);
    }
  }
}

TEST_CASE("all but data manipulator and benes can broadcast", "[omega][networks]") {
  for (const NetworkKind kind : all_network_kinds()) {
    const NetworkShape shape{kind, 8};
    const bool listed = kind != NetworkKind::kDataManipulator && kind != NetworkKind::kBenes;
    CHECK(shape.can_broadcast() == listed);
  }
}

TEST_CASE("elements that all broadcast reach every output once", "[omega][networks]") {
  for (const NetworkShape& shape : steered_networks()) {
    if (!shape.can_broadcast()) continue;
    CAPTURE(shape);
    for (NodeId source = 0; source < shape.ports(); ++source) {
      std::set<std::uint32_t> links{source};
      for (std::uint32_t t = 0; t < shape.stages(); ++t) {
        const Wiring before = shape.wires_before(t);
        const Wiring behind = shape.wires_behind(t);
        std::set<std::uint32_t> elements;
        for (const std::uint32_t link : links) {
          elements.insert(before[link] / shape.element_ports());
        }
        CHECK(elements.size() == links.size());  // no element sees two
        links.clear();
        for (const std::uint32_t element : elements) {
          for (std::uint32_t o = 0; o < shape.element_ports(); ++o) {
            links.insert(behind[element * shape.element_ports() + o]);
          }
        }
      }
      CHECK(links.size() == shape.ports());
    }
  }
}

TEST_CASE("of all wirings that of the omega network alone is one", "[omega][networks]") {
  for (const NetworkShape& shape : steered_networks()) {
    if (shape.ports() < 8) continue;  // the smallest ones are wired alike
    CAPTURE(to_string(shape.kind()), shape.ports(), shape.radix());
    const bool is_omega = shape.kind() == NetworkKind::kOmega && shape.radix() == 2;
    CHECK(switch_wiring(shape).is_omega() == is_omega);
  }
}

TEST_CASE("machines that do not exist are refused by class", "[omega][networks]") {
  CHECK(refusal_of(NetworkKind::kOmega, 12) == RefusalClass::kSize);
  CHECK(refusal_of(NetworkKind::kBenes, 6) == RefusalClass::kSize);
  CHECK(refusal_of(NetworkKind::kOmega, 8, 4) == RefusalClass::kSize);
  CHECK(refusal_of(NetworkKind::kOmega, 8, 1) == RefusalClass::kRange);
  CHECK(refusal_of(NetworkKind::kOmega, 8, 0) == RefusalClass::kRange);
  CHECK(refusal_of(NetworkKind::kOmega, 1) == RefusalClass::kRange);
  CHECK(refusal_of(NetworkKind::kCrossbar, 0) == RefusalClass::kRange);
  CHECK(refusal_of(NetworkKind::kBaseline, 16, 4) == RefusalClass::kFeature);
  CHECK_NOTHROW(NetworkShape{NetworkKind::kCrossbar, 12});
}

TEST_CASE("network words are read back", "[omega][networks]") {
  for (const NetworkKind kind : all_network_kinds()) {
    CHECK(parse_network_kind(to_string(kind)) == kind);
  }
  CHECK_THROWS_WITH(parse_network_kind("banyan"), Catch::Contains("inverse-omega"));
}

}  // namespace
}  // namespace plexus
