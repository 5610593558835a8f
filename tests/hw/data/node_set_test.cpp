#include "hw/data/node_set.hpp"

#include <random>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

std::string text(const NodeSet& set) {
  std::ostringstream out;
  out << set;
  return out.str();
}

}  // namespace

TEST_CASE("a set of all but one processor is two runs, however many there are", "[node_set]") {
  CHECK(text(NodeSet::all_but(4096, 17)) == "0-16 18-4095");
  CHECK(text(NodeSet::all_but(4096, 0)) == "1-4095");
  CHECK(text(NodeSet::all_but(4096, 4095)) == "0-4094");
  CHECK(NodeSet::all_but(4096, 17).count() == 4095);
  CHECK_FALSE(NodeSet::all_but(4096, 17).contains(17));
  CHECK(NodeSet::all_but(4096, 17).end() == 4096);
}

TEST_CASE("members may come in any order and twice", "[node_set]") {
  CHECK(text(NodeSet{{7, 3, 4, 3, 9}}) == "3-4 7 9");
  CHECK(NodeSet{{1, 0}} == NodeSet{{0, 1, 1}});
  CHECK(NodeSet{{5}} == NodeSet::one(5));
  CHECK(NodeSet{{5, 6, 7}} == NodeSet::run({5, 3}));
  CHECK(NodeSet::run({5, 0}).empty());
  CHECK(NodeSet{std::vector<NodeId>{}}.empty());
  CHECK(NodeSet{}.end() == 0);
}

TEST_CASE("flags of sets are those of their members", "[node_set]") {
  const auto seed = GENERATE(1u, 2u, 3u);
  CAPTURE(seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  constexpr NodeId kNodes = 200;
  NodeFlags flags{kNodes};
  std::set<NodeId> expected;
  std::vector<NodeSet> sets;
  for (int i = 0; i < 200; ++i) {
    std::vector<NodeId> members;
    const NodeId first = below(kNodes);
    for (NodeId v = first; v < std::min<NodeId>(kNodes, first + below(90)); ++v) {
      if (below(4) != 0) members.push_back(v);
    }
    const NodeSet set{members};
    const bool taken = std::ranges::any_of(members, [&](NodeId v) { return expected.contains(v); });
    REQUIRE(flags.any(set) == taken);
    if (!taken) {
      flags.set(set);
      expected.insert(members.begin(), members.end());
      sets.push_back(set);
    } else if (!sets.empty()) {
      flags.clear(sets.back());
      for (NodeId v = 0; v < kNodes; ++v) {
        if (sets.back().contains(v)) expected.erase(v);
      }
      sets.pop_back();
    }
    REQUIRE(flags.count() == expected.size());
    for (NodeId v = 0; v < kNodes; ++v) REQUIRE(flags.at(v) == expected.contains(v));
  }
}
