#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/omega/passes.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/steps.hpp"

namespace plexus {
namespace {

std::int64_t passes_of(NetworkKind kind, const Permutation& permutation, std::uint32_t radix = 2) {
  return passes_needed(NetworkShape{kind, static_cast<NodeId>(permutation.size()), radix},
                       routes_of(permutation));
}

std::vector<SwitchMessage> messages_of(const Permutation& permutation) {
  std::vector<SwitchMessage> messages;
  for (const SwitchRoute route : routes_of(permutation)) {
    messages.push_back({route.source, route.destination, Words{route.source + 1}});
  }
  return messages;
}

bool plan_passes(const NetworkShape& network, const SwitchPlan& plan) {
  return std::ranges::all_of(
      plan.steps, [&](const SwitchStep& step) { return scheduled(network, step).size() == 1; });
}

Permutation random_permutation(NodeId ports, unsigned seed) {
  Permutation permutation(ports);
  std::iota(permutation.begin(), permutation.end(), 0U);
  std::mt19937 random{seed};
  for (NodeId i = ports; i-- > 1;) std::swap(permutation[i], permutation[random() % (i + 1)]);
  return permutation;
}

constexpr std::array kShuffleLike = {NetworkKind::kOmega, NetworkKind::kInverseOmega,
                                     NetworkKind::kIndirectBinaryCube};

TEST_CASE("every shift passes the shuffle networks and the data manipulator", "[omega][passes]") {
  for (NodeId k = 2; k <= 256; k *= 2) {
    for (NodeId by = 0; by < k; ++by) {
      const Permutation shift = named_permutation("shift:" + std::to_string(by), k);
      for (const NetworkKind kind : kShuffleLike) {
        if (!passes_at_once(NetworkShape{kind, k}, routes_of(shift))) FAIL_CHECK(kind << k << by);
      }
      if (passes_of(NetworkKind::kDataManipulator, shift) != 1) FAIL_CHECK(k << ' ' << by);
    }
  }
}

TEST_CASE("on a baseline the identity needs 2^floor(n/2) passes and bit reversal one",
          "[omega][passes]") {
  for (std::uint32_t n = 1; n <= 8; ++n) {
    const NodeId k = 1U << n;
    CAPTURE(k);
    CHECK(passes_of(NetworkKind::kBaseline, named_permutation("identity", k)) == 1L << n / 2);
    CHECK(passes_of(NetworkKind::kBaseline, named_permutation("bit-reversal", k)) == 1);
  }
}

TEST_CASE("every exchange passes the shuffle networks", "[omega][passes]") {
  for (NodeId k = 2; k <= 256; k *= 2) {
    for (NodeId mask = 0; mask < k; ++mask) {
      const auto routes = routes_of(named_permutation("xor:" + std::to_string(mask), k));
      for (const NetworkKind kind : kShuffleLike) {
        if (!passes_at_once(NetworkShape{kind, k}, routes)) FAIL_CHECK(kind << k << mask);
      }
    }
  }
}

TEST_CASE("a data manipulator passes exchanges over one bit, others in at most two passes",
          "[omega][passes]") {
  for (NodeId k = 2; k <= 32; k *= 2) {
    for (NodeId mask = 1; mask < k; ++mask) {
      CAPTURE(k, mask);
      const auto passes = passes_of(NetworkKind::kDataManipulator,
                                    named_permutation("xor:" + std::to_string(mask), k));
      CHECK(passes <= (std::has_single_bit(mask) ? 1 : 2));
    }
  }
}

TEST_CASE("on omega shuffles need two passes and bit reversal 2^floor(n/2)", "[omega][passes]") {
  for (std::uint32_t n = 2; n <= 8; ++n) {
    const NodeId k = 1U << n;
    CAPTURE(k);
    CHECK(passes_of(NetworkKind::kOmega, named_permutation("shuffle", k)) == 2);
    CHECK(passes_of(NetworkKind::kOmega, named_permutation("inverse-shuffle", k)) == 2);
    CHECK(passes_of(NetworkKind::kOmega, named_permutation("bit-reversal", k)) == 1L << n / 2);
    CHECK(passes_of(NetworkKind::kInverseOmega, named_permutation("bit-reversal", k)) ==
          1L << n / 2);
  }
}

TEST_CASE("in the perfect shuffle only sources that differ in the top bit meet",
          "[omega][passes]") {
  for (NodeId k = 4; k <= 256; k *= 2) {
    const NetworkShape omega{NetworkKind::kOmega, k};
    const auto found = collisions(omega, routes_of(named_permutation("shuffle", k)));
    CHECK(!found.empty());
    for (const Collision& c : found) CHECK((c.a.source ^ c.b.source) == k / 2);
  }
}

TEST_CASE("steps of doubling, scatter, gather and exchange are one pass from any root",
          "[omega][passes]") {
  for (NodeId k = 2; k <= 64; k *= 2) {
    for (const NetworkKind kind : kShuffleLike) {
      const NetworkShape network{kind, k};
      CAPTURE(network);
      for (NodeId root = 0; root < k; ++root) {
        CAPTURE(root);
        CHECK(plan_passes(network, doubling_broadcast_plan(k, root, 1_words)));
        CHECK(plan_passes(network, scatter_plan(k, root, 1_words)));
        CHECK(plan_passes(network, gather_plan(k, root, 1_words)));
      }
      CHECK(plan_passes(network, doubling_allgather_plan(k, 1_words)));
      CHECK(plan_passes(network, exchange_plan(k, 1_words)));
      CHECK(plan_passes(network, shifts_plan(k, 1_words)));
      CHECK(plan_passes(network, daisy_chain_plan(k, 1_words)));
    }
  }
}

TEST_CASE("tree maps pass omega and data manipulator, need two passes on the other two from k = 8",
          "[omega][passes]") {
  for (NodeId k = 4; k <= 64; k *= 2) {
    for (NodeId root = 0; root < k; ++root) {
      const PipelinedMaps tree = tree_maps(k, root);
      const std::int64_t other = k == 4 ? 1 : 2;  // two messages each at k = 4, which do not meet
      CAPTURE(k, root);
      for (const auto& map : tree.configurations) {
        CHECK(passes_needed(NetworkShape{NetworkKind::kOmega, k}, map) == 1);
        CHECK(passes_needed(NetworkShape{NetworkKind::kDataManipulator, k}, map) == 1);
        CHECK(passes_needed(NetworkShape{NetworkKind::kInverseOmega, k}, map) == other);
        CHECK(passes_needed(NetworkShape{NetworkKind::kIndirectBinaryCube, k}, map) == other);
      }
    }
  }
}

TEST_CASE("omega networks of larger radix pass every shift", "[omega][passes]") {
  struct Size {
    NodeId nodes;
    std::uint32_t radix;
  };
  for (const auto [nodes, radix] : {Size{16, 4}, {64, 4}, {64, 8}, {27, 3}}) {
    for (NodeId by = 0; by < nodes; ++by) {
      CAPTURE(nodes, radix, by);
      const Permutation shift = named_permutation("shift:" + std::to_string(by), nodes);
      CHECK(passes_of(NetworkKind::kOmega, shift, radix) == 1);
    }
  }
}

TEST_CASE("how many of all permutations pass at once", "[omega][passes]") {
  const auto count = [](NetworkKind kind, NodeId k) {
    return count_passing_permutations(NetworkShape{kind, k});
  };
  for (const NetworkKind kind : {NetworkKind::kOmega, NetworkKind::kInverseOmega,
                                 NetworkKind::kIndirectBinaryCube, NetworkKind::kBaseline}) {
    CAPTURE(kind);
    CHECK(count(kind, 2) == 2);
    CHECK(count(kind, 4) == 16);
    CHECK(count(kind, 8) == 4096);
  }
  CHECK(count(NetworkKind::kDataManipulator, 2) == 2);
  CHECK(count(NetworkKind::kDataManipulator, 4) == 12);
  CHECK(count(NetworkKind::kDataManipulator, 8) == 1056);
  for (const NetworkKind kind : {NetworkKind::kBenes, NetworkKind::kCrossbar}) {
    CHECK(count(kind, 4) == 24);
    CHECK(count(kind, 8) == 40'320);
  }
  CHECK(count_passing_permutations(NetworkShape{NetworkKind::kOmega, 9, 3}) == 46'656);  // 6^6
  CHECK(count_passing_permutations(NetworkShape{NetworkKind::kOmega, 8, 8}) == 40'320);
  CHECK_THROWS_AS(count(NetworkKind::kOmega, 16), Refusal);
}

TEST_CASE("the search counts what trying each of the 40,320 counts, and the networks differ",
          "[omega][passes]") {
  Permutation permutation = named_permutation("identity", 8);
  std::map<NetworkKind, std::set<Permutation>> passing;
  do {
    const auto routes = routes_of(permutation);
    for (const NetworkKind kind : all_network_kinds()) {
      if (passes_at_once(NetworkShape{kind, 8}, routes)) passing[kind].insert(permutation);
    }
  } while (std::ranges::next_permutation(permutation).found);
  for (const NetworkKind kind : all_network_kinds()) {
    CHECK(passing[kind].size() == count_passing_permutations(NetworkShape{kind, 8}));
  }
  CHECK(passing[NetworkKind::kInverseOmega] == passing[NetworkKind::kIndirectBinaryCube]);
  CHECK(passing[NetworkKind::kOmega] != passing[NetworkKind::kInverseOmega]);
  CHECK(passing[NetworkKind::kOmega] != passing[NetworkKind::kBaseline]);
  CHECK(passing[NetworkKind::kInverseOmega] != passing[NetworkKind::kBaseline]);
}

TEST_CASE("first fit keeps every message, shares no link, and needs at least the link load",
          "[omega][passes]") {
  const auto seed = GENERATE(range(1U, 11U));
  const auto ports = GENERATE(2U, 8U, 32U, 64U);
  const Permutation permutation = random_permutation(ports, seed);
  for (const NetworkKind kind : all_network_kinds()) {
    const NetworkShape network{kind, ports};
    const auto passes = first_fit(network, messages_of(permutation));
    CAPTURE(network, seed);
    std::vector<SwitchMessage> all;
    for (const SwitchPass& pass : passes) {
      std::vector<SwitchRoute> routes;
      for (const SwitchMessage& message : pass) routes.push_back(message.route());
      CHECK(passes_at_once(network, routes));
      CHECK(collisions(network, routes).empty());
      CHECK(std::ranges::is_sorted(routes));
      all.insert(all.end(), pass.begin(), pass.end());
    }
    std::ranges::sort(all, {}, &SwitchMessage::source);
    CHECK(all == messages_of(permutation));
    const auto routes = routes_of(permutation);
    CHECK(static_cast<std::int64_t>(passes.size()) >= max_link_load(network, routes));
    CHECK(passes_at_once(network, routes) == (passes.size() == 1));
    CHECK(passes_at_once(network, routes) == collisions(network, routes).empty());
  }
}

TEST_CASE("collisions are counted as they are named, and the first of them are the first of all",
          "[omega][passes]") {
  const auto seed = GENERATE(1U, 2U);
  const auto ports = GENERATE(4U, 16U, 64U);
  for (const NetworkKind kind : all_network_kinds()) {
    const NetworkShape network{kind, ports};
    const auto routes = routes_of(random_permutation(ports, seed));
    CAPTURE(network, seed);
    const auto all = collisions(network, routes);
    std::vector<std::uint64_t> counts(network.stages(), 0);
    for (const Collision& one : all) ++counts[one.stage];
    CHECK(collisions_per_stage(network, routes) == counts);
    for (const std::size_t most : {0, 1, 5, 1000}) {
      const auto first = collisions(network, routes, most);
      REQUIRE(first.size() == std::min(most, all.size()));
      CHECK(std::equal(first.begin(), first.end(), all.begin()));
    }
  }
}

TEST_CASE("first fit takes the lowest pass in which every link is free, beyond 64 passes too",
          "[omega][passes]") {
  // The same route again and again: each needs a pass of its own; another one fits in the first.
  const NetworkShape omega{NetworkKind::kOmega, 8};
  std::vector<SwitchRoute> routes(200, SwitchRoute{0, 0});
  routes.push_back({1, 7});
  routes.push_back({0, 1});
  const auto numbers = first_fit_numbers(omega, routes);
  for (std::uint32_t i = 0; i < 200; ++i) CHECK(numbers[i] == i);
  CHECK(numbers[200] == 0);
  CHECK(numbers[201] == 200);
}

TEST_CASE("first fit takes rising sources, whatever order they come in", "[omega][passes]") {
  const NetworkShape omega{NetworkKind::kOmega, 4};
  // 0->0 and 2->1 meet behind stage 0 at label 00; 1->3 is free.
  const std::vector<SwitchMessage> messages{{2, 1, 5_words}, {1, 3, 1_words}, {0, 0, 2_words}};
  const auto passes = first_fit(omega, messages);
  REQUIRE(passes.size() == 2);
  CHECK(passes[0] == SwitchPass{{0, 0, 2_words}, {1, 3, 1_words}});
  CHECK(passes[1] == SwitchPass{{2, 1, 5_words}});
  const LinkTiming timing{2_cycles, 1_words};
  CHECK(pass_cycles(passes[0], timing) == 4_cycles);
  CHECK(pass_cycles(passes[1], timing) == 7_cycles);
}

TEST_CASE("two messages from one source, or into one destination, are never in one pass",
          "[omega][passes]") {
  for (const NetworkKind kind : all_network_kinds()) {
    const NetworkShape network{kind, 8};
    CAPTURE(kind);
    CHECK(passes_needed(network, std::vector<SwitchRoute>{{0, 1}, {0, 2}}) == 2);
    CHECK(passes_needed(network, std::vector<SwitchRoute>{{0, 1}, {5, 1}}) == 2);
    CHECK(max_link_load(network, std::vector<SwitchRoute>{{0, 1}, {5, 1}, {6, 1}}) == 3);
    CHECK(max_link_load(network, std::vector<SwitchRoute>{}) == 0);
    CHECK(passes_needed(network, std::vector<SwitchRoute>{}) == 0);
  }
}

TEST_CASE("a collision is named by stage, element, link and pair", "[omega][passes]") {
  const NetworkShape omega{NetworkKind::kOmega, 4};
  const std::vector<SwitchRoute> routes{{0, 0}, {2, 1}, {3, 3}};
  const std::vector<Collision> expected{{0, 0, 0, {0, 0}, {2, 1}}};
  CHECK(collisions(omega, routes) == expected);
}

TEST_CASE("collisions list exactly the pairs that cannot share a pass, each once",
          "[omega][passes]") {
  for (const NetworkKind kind : all_network_kinds()) {
    for (const NodeId ports : {8U, 16U}) {
      const NetworkShape network{kind, ports};
      for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto routes = routes_of(random_permutation(ports, seed));
        std::set<std::pair<SwitchRoute, SwitchRoute>> expected;
        for (const SwitchRoute a : routes) {
          for (const SwitchRoute b : routes) {
            const std::vector<SwitchRoute> pair{a, b};
            if (a < b && !passes_at_once(network, pair)) expected.insert({a, b});
          }
        }
        const auto found = collisions(network, routes);
        std::set<std::pair<SwitchRoute, SwitchRoute>> listed;
        for (const Collision& c : found) {
          listed.insert({c.a, c.b});
          const StageCrossing at_a = network.walk(c.a)[c.stage];
          const StageCrossing at_b = network.walk(c.b)[c.stage];
          CHECK(at_a.link == c.link);
          CHECK(at_b.link == c.link);
          if (kind != NetworkKind::kDataManipulator) {
            CHECK(at_a.element == c.element);
            CHECK(at_b.element == c.element);
            CHECK(at_a.input != at_b.input);
          }
        }
        CAPTURE(network, seed);
        CHECK(listed == expected);
        CHECK(found.size() == expected.size());
      }
    }
  }
}

TEST_CASE("link loads add up to the messages behind every stage", "[omega][passes]") {
  for (const NetworkKind kind : all_network_kinds()) {
    const NetworkShape network{kind, 16};
    const auto routes = routes_of(named_permutation("bit-reversal", 16));
    const auto loads = link_loads(network, routes);
    CAPTURE(kind);
    REQUIRE(loads.size() == network.stages());
    CHECK(loads.back() == std::vector<std::uint32_t>(16, 1));
    for (const auto& stage : loads) {
      CHECK((stage.empty() || std::accumulate(stage.begin(), stage.end(), 0U) == 16));
    }
  }
}

}  // namespace
}  // namespace plexus
