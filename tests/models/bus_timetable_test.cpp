#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/bus/schedule.hpp"

using namespace plexus;

namespace {

/// The pairs of round r as the specification lists them (4.1), in its order.
std::vector<std::pair<NodeId, NodeId>> listed_pairs(NodeId k, NodeId r) {
  const NodeId m = k % 2 == 0 ? k : k + 1;
  std::vector<std::pair<NodeId, NodeId>> pairs;
  const auto add = [&](NodeId a, NodeId b) {
    if (a != k && b != k) pairs.emplace_back(std::min(a, b), std::max(a, b));  // k: the dummy
  };
  add(m - 1, r);
  for (NodeId i = 1; i < m / 2; ++i) add((r + i) % (m - 1), (r + (m - 1) - i) % (m - 1));
  return pairs;
}

}  // namespace

TEST_CASE("the schedule is the list of the specification, cut into groups", "[bus][schedule]") {
  const auto k = GENERATE(range(2u, 20u));
  const auto channels = GENERATE(1u, 2u, 3u, 7u, 19u);
  CAPTURE(k, channels);
  const PairSchedule schedule{k, channels};
  REQUIRE(schedule.rounds() == (k % 2 == 0 ? k - 1 : k));
  REQUIRE(schedule.pairs() == k / 2);
  REQUIRE(schedule.group_size() == std::min(channels, k / 2));
  for (NodeId r = 0; r < schedule.rounds(); ++r) {
    const auto pairs = listed_pairs(k, r);
    REQUIRE(pairs.size() == schedule.pairs());
    std::set<NodeId> working;
    for (std::size_t place = 0; place < pairs.size(); ++place) {
      const auto [low, high] = pairs[place];
      for (const auto& [node, partner] : {std::pair{low, high}, std::pair{high, low}}) {
        const auto turn = schedule.turn(node, r);
        REQUIRE(turn.has_value());
        CHECK(turn->partner == partner);
        CHECK(turn->group == place / schedule.group_size());
        CHECK(working.insert(node).second);
      }
    }
    for (NodeId v = 0; v < k; ++v) CHECK(schedule.turn(v, r).has_value() == working.contains(v));
  }
}

TEST_CASE("everybody meets everybody once", "[bus][schedule]") {
  const auto k = GENERATE(2u, 3u, 8u, 9u, 33u, 64u);
  CAPTURE(k);
  const PairSchedule schedule{k, 1};
  for (NodeId v = 0; v < k; ++v) {
    std::set<NodeId> met;
    for (NodeId r = 0; r < schedule.rounds(); ++r) {
      if (const auto turn = schedule.turn(v, r)) CHECK(met.insert(turn->partner).second);
    }
    CHECK(met.size() == k - 1);
    CHECK_FALSE(met.contains(v));
  }
}

TEST_CASE("the steps of the schedule follow each other", "[bus][schedule]") {
  const PairSchedule schedule{7, 2};  // 7 rounds of 3 pairs in 2 groups
  std::uint64_t step = 0;
  for (NodeId r = 0; r < schedule.rounds(); ++r) {
    for (const bool back : {false, true}) {
      for (std::uint64_t group = 0; group < schedule.groups(); ++group) {
        CHECK(schedule.step(r, back, group) == step++);
      }
    }
  }
  CHECK(schedule.steps() == step);
}
