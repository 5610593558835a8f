#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/hypercube/machine.hpp"
#include "tests/models/counts.hpp"
#include "tests/predictions.hpp"

using namespace plexus;
using namespace plexus::hypercube;

namespace {

const LinkTiming kSlowStart{2_cycles, 1_words};  // startup 2, bandwidth 1: the acceptance table's
constexpr PortRule kHalf = PortRule::kAllHalf;
constexpr PortRule kFull = PortRule::kAllFull;

HypercubeCase at(HypercubeShape cube, Words w, LinkTiming link, std::int64_t nu = 1) {
  HypercubeCase run;
  run.cube = cube;
  run.words = w;
  run.timing = link;
  run.packet_wish = nu;
  return run;
}
HypercubeCase under(PortRule rule, HypercubeCase run) {
  run.rule = rule;
  return run;
}
HypercubeCase move(NodeId source, NodeId destination, HypercubeCase run) {
  run.source = source;
  run.destination = destination;
  return run;
}

/// Lock steps of two halves down trees of one depth, as 4.5 tells them: packet j of either half
/// crosses the edges into level e in step e + 2(j - 1); a step lasts as long as its longest packet.
Cycles lock_steps(int depth, const std::vector<EvenSplit>& halves, LinkTiming link) {
  std::int64_t most = 0;
  for (const EvenSplit& half : halves) most = std::max(most, half.parts);
  Cycles total;
  for (std::int64_t step = 1; step <= depth + 2 * (most - 1); ++step) {
    Cycles longest;
    for (const EvenSplit& half : halves) {
      for (std::int64_t j = 1; j <= half.parts; ++j) {
        const std::int64_t level = step - 2 * (j - 1);
        if (level >= 1 && level <= depth) longest = std::max(longest, link.hop(half.size(j - 1)));
      }
    }
    total += longest;
  }
  return total;
}

}  // namespace

TEST_CASE("packets in alternate steps take the steps' time", "[hypercube][cost]") {
  const int n = GENERATE(1, 2, 3, 4, 5, 8);
  const Words w{GENERATE(1, 2, 3, 9, 16, 33)};
  const std::int64_t nu =
      GENERATE_COPY(filter([=](int p) { return p <= w.count(); }, values({1, 2, 3, 5, 17, 33})));
  const LinkTiming link{Cycles{GENERATE(0, 3)}, Words{GENERATE(1, 2)}};
  CAPTURE(n, w, nu, link);
  const HypercubeShape shape{n};
  const HypercubeCase here = at(shape, w, link, nu);
  if (n >= 2) {
    CHECK(count<broadcast_spanning_tree_alternate>(here) == lock_steps(n, {{w, nu}}, link));
  } else {  // nobody relays: every step may carry a packet
    CHECK(count<broadcast_spanning_tree_alternate>(here) == count<broadcast_spanning_tree>(here));
  }
  if (n < 4) return;
  const Words x{(w.count() + 1) / 2};
  const Words y{w.count() / 2};
  CHECK(count<broadcast_two_trees_alternate>(here) ==
        lock_steps(n, {{x, std::min(nu, x.count())}, {y, std::min(nu, y.count())}}, link));
}

TEST_CASE("two alternating trees win one step over (3.21) with twice the packets",
          "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(4, 6, 9)};
  const std::int64_t nu = GENERATE(1, 2, 4, 8);
  const Words w{64};
  const auto s = kSlowStart;
  const Cycles step = s.hop(Words{w.count() / (2 * nu)});
  CHECK(count<broadcast_two_trees_alternate>(at(shape, w, s, nu)) + step ==
        count<broadcast_spanning_tree>(at(shape, w, s, 2 * nu)));
}

TEST_CASE("full duplex halves the exchanges and nothing else", "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(1, 3, 6)};
  const auto s = kSlowStart;
  const auto with = [&](PortRule rule) { return under(rule, at(shape, 7_words, s)); };
  CHECK(2 * count<allgather_total_exchange>(with(kFull)) ==
        count<allgather_total_exchange>(with(kHalf)));
  CHECK(2 * count<allgather_alternating_direction>(with(kFull)) ==
        count<allgather_alternating_direction>(with(PortRule::kOnePort)));
  CHECK(2 * count<alltoall_recursive_exchange>(with(kFull)) ==
        count<alltoall_recursive_exchange>(with(PortRule::kUniform)));
}

TEST_CASE("the n paths stay below the formula's longest path", "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(2, 4, 6)};
  const LinkTiming link{3_cycles, 2_words};
  const Words w{GENERATE(1, 7, 48)};
  const std::int64_t nu = std::min<std::int64_t>(2, w.count());
  for (NodeId destination = 1; destination < shape.nodes(); ++destination) {
    const int distance = HypercubeShape::distance(0, destination);
    const int longest = distance < shape.dimension() ? distance + 2 : distance;
    const Words part{(w.count() + shape.dimension() - 1) / shape.dimension()};
    CHECK(count<move_multi_path>(move(0, destination, at(shape, w, link, nu))) <=
          pipelined(longest, part, std::min(nu, part.count()), link));
  }
}

TEST_CASE("the hypercube formula packet count costs at most 8.3 % over the best one for b = 1",
          "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(2, 3, 5, 9)};
  const LinkTiming link{Cycles{GENERATE(0, 1, 3, 10, 100)}, 1_words};
  for (std::int64_t w = 1; w <= 1000; w += 37) {
    const auto cost = [&](std::int64_t nu) {
      const HypercubeCase run = at(shape, Words{w}, link, nu);
      return static_cast<double>(count<broadcast_spanning_tree>(run).count());
    };
    const HypercubeCase run = at(shape, Words{w}, link);
    const double best = cost(best_packets<broadcast_spanning_tree>(run));
    CHECK(cost(formula_packets<broadcast_spanning_tree>(run)) <= 1.083 * best + 1e-9);
  }
}

TEST_CASE("hypercube algorithms that need a larger cube are refused", "[hypercube][cost]") {
  const auto s = kSlowStart;
  CHECK_THROWS_AS(count<broadcast_two_trees>(at(HypercubeShape{3}, 2_words, s)), Refusal);
  CHECK_THROWS_AS(count<broadcast_two_trees_alternate>(at(HypercubeShape{3}, 2_words, s)), Refusal);
  CHECK_THROWS_AS(count<allgather_daisy_chain>(at(HypercubeShape{1}, 2_words, s)), Refusal);
}
