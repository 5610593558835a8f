#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/omega/benes.hpp"

namespace plexus {
namespace {

/// Does the set network bring every source to its destination?
bool realizes(const BenesSetting& setting, const Permutation& permutation) {
  for (NodeId v = 0; v < permutation.size(); ++v) {
    if (benes_walk(setting, v).back().link != permutation[v]) return false;
  }
  return true;
}

Permutation seeded_permutation(NodeId ports, unsigned seed) {
  Permutation permutation(ports);
  std::iota(permutation.begin(), permutation.end(), 0U);
  std::mt19937 random{seed};
  for (NodeId i = ports; i-- > 1;) std::swap(permutation[i], permutation[random() % (i + 1)]);
  return permutation;
}

TEST_CASE("looping sets a benes network for every permutation up to k = 8", "[omega][benes]") {
  const NodeId ports = GENERATE(2U, 4U, 8U);
  Permutation permutation = named_permutation("identity", ports);
  int failed = 0;
  do {
    if (!realizes(benes_setting(permutation), permutation)) ++failed;
  } while (std::ranges::next_permutation(permutation).found);
  CHECK(failed == 0);
}

TEST_CASE("looping sets a benes network for random permutations up to k = 1024", "[omega][benes]") {
  const NodeId ports = GENERATE(16U, 32U, 64U, 128U, 1024U);
  const unsigned seed = GENERATE(1U, 2U, 3U);
  const Permutation permutation = seeded_permutation(ports, seed);
  CAPTURE(ports, seed);
  CHECK(realizes(benes_setting(permutation), permutation));
}

TEST_CASE("the lowest-numbered input of a loop goes straight to the upper half", "[omega][benes]") {
  // xor:1 on 4: 0 -> 1 up; 1 -> 0 shares its output element, down: the first stage stays straight,
  // the halves are straight, the last stage exchanges.
  CHECK(benes_setting(named_permutation("xor:1", 4)).exchange ==
        std::vector<std::vector<bool>>{{false, false}, {false, false}, {true, true}});
  // shift:2 on 4: the halves exchange.
  CHECK(benes_setting(named_permutation("shift:2", 4)).exchange ==
        std::vector<std::vector<bool>>{{false, false}, {true, true}, {false, false}});
  // shuffle 0 2 1 3: 0 -> 0 up, 2 -> 1 down, 3 -> 3 up, 1 -> 2 down.
  CHECK(benes_setting(Permutation{0, 2, 1, 3}).exchange ==
        std::vector<std::vector<bool>>{{false, true}, {false, true}, {false, true}});
  CHECK(benes_setting(Permutation{1, 0}).exchange == std::vector<std::vector<bool>>{{true}});
}

TEST_CASE("element 0 of stage 0 never exchanges, and identity needs no exchange at all",
          "[omega][benes]") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    CHECK_FALSE(benes_setting(seeded_permutation(16, seed)).exchange[0][0]);
  }
  const BenesSetting identity = benes_setting(named_permutation("identity", 16));
  const BenesSetting straight{16, std::vector<std::vector<bool>>(7, std::vector<bool>(8, false))};
  CHECK(identity == straight);
  CHECK(elements_changed(identity, benes_setting(named_permutation("xor:1", 16))) == 8);
}

TEST_CASE("upper outputs of stage 0 enter the upper half network, in order", "[omega][benes]") {
  const BenesSetting setting = benes_setting(seeded_permutation(16, 7));
  for (NodeId v = 0; v < 16; ++v) {
    const auto way = benes_walk(setting, v);
    CHECK(way[0].element == v / 2);
    CHECK(way[0].link == v / 2 + (way[0].output == 0 ? 0 : 8));
    CHECK(way[1].element == way[0].link / 2);
    // What left a half network as its output e enters element e of the last stage.
    CHECK(way[6].input == (way[5].element >= 4 ? 1 : 0));
    CHECK(way[6].element == way[6].link / 2);
  }
}

TEST_CASE("a partial map is completed with what is left, in rising order", "[omega][benes]") {
  CHECK(completed(std::vector<SwitchRoute>{{1, 3}, {2, 0}}, 4) == Permutation{1, 3, 0, 2});
  CHECK(completed(std::vector<SwitchRoute>{}, 4) == Permutation{0, 1, 2, 3});
  const Permutation map = completed(std::vector<SwitchRoute>{{5, 0}}, 8);
  CHECK(realizes(benes_setting(map), map));
  CHECK_THROWS_AS(completed(std::vector<SwitchRoute>{{1, 3}, {2, 3}}, 4), std::invalid_argument);
  CHECK_THROWS_AS(completed(std::vector<SwitchRoute>{{1, 3}, {1, 2}}, 4), std::invalid_argument);
  CHECK_THROWS_AS(completed(std::vector<SwitchRoute>{{4, 3}}, 4), std::invalid_argument);
}

TEST_CASE("benes sizes that do not exist are refused", "[omega][benes]") {
  CHECK_THROWS_AS(benes_setting(Permutation{0, 1, 2}), Refusal);
}

}  // namespace
}  // namespace plexus
