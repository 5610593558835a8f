#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/torus/machine.hpp"
#include "models/torus/trees.hpp"
#include "tests/models/counts.hpp"

using namespace plexus;
using namespace plexus::torus;

namespace {

const LinkTiming kSlowStart{2_cycles, 1_words};  // startup 2, bandwidth 1: the acceptance table's

/// A run with root, or source, node 0.
TorusCase at(const TorusShape& shape, Words w, LinkTiming link, std::int64_t nu = 1) {
  TorusCase run;
  run.shape = shape;
  run.words = w;
  run.timing = link;
  run.packet_wish = nu;
  return run;
}
TorusCase under(PortRule rule, TorusCase run) {
  run.rule = rule;
  return run;
}
TorusCase move(NodeId source, NodeId destination, TorusCase run) {
  run.source = source;
  run.destination = destination;
  return run;
}

}  // namespace

TEST_CASE("the best packet counts on 8x8 are those of section 10", "[torus][cost]") {
  const TorusShape shape{{8, 8}};
  const LinkTiming link{4_cycles, 1_words};
  struct Row {
    Words words;
    std::int64_t tree, axis_last, halves, phases;
    Cycles tree_cycles, axis_last_cycles, halves_cycles, phases_cycles;
  };
  const auto row = GENERATE(values<Row>(
      {{64_words, 11, 4, 8, 8, 178_cycles, 132_cycles, 120_cycles, 264_cycles},
       {512_words, 32, 10, 20, 19, 780_cycles, 682_cycles, 455_cycles, 1362_cycles},
       {4096_words, 82, 27, 57, 54, 4802_cycles, 4552_cycles, 2556_cycles, 9104_cycles}}));
  const Words w = row.words;
  CAPTURE(w);
  const auto with = [&](std::int64_t nu) { return at(shape, w, link, nu); };
  CHECK(best_packets<broadcast_tree>(with(1)) == row.tree);
  CHECK(count<broadcast_tree>(with(row.tree)) == row.tree_cycles);
  CHECK(best_packets<broadcast_split_axis_last>(with(1)) == row.axis_last);
  CHECK(count<broadcast_split_axis_last>(with(row.axis_last)) == row.axis_last_cycles);
  CHECK(best_packets<broadcast_split_neighbor>(with(1)) == row.halves);
  CHECK(count<broadcast_split_neighbor>(with(row.halves)) == row.halves_cycles);
  CHECK(best_packets<broadcast_split_trees>(with(1)) == row.halves);
  CHECK(count<broadcast_split_trees>(with(row.halves)) == row.halves_cycles);
  CHECK(best_packets<broadcast_dimension_phases>(with(1)) == row.phases);
  CHECK(count<broadcast_dimension_phases>(with(row.phases)) == row.phases_cycles);
}

TEST_CASE("four paths stay below (3.12) on sides of four and more", "[torus][cost]") {
  const int x = GENERATE(4, 5, 6, 9);
  const int y = GENERATE(4, 5, 8);
  const TorusShape shape{{x, y}};
  const LinkTiming link{3_cycles, 2_words};
  for (NodeId destination = 1; destination < shape.nodes(); ++destination) {
    const std::int64_t longest = shape.distance(0, destination) + 6;
    CHECK(count<move_multi_path>(move(0, destination, at(shape, 26_words, link, 2))) <=
          pipelined(longest, 7_words, 2, link));
  }
}

TEST_CASE("two phases are never faster than one tree (E13)", "[torus][cost]") {
  const TorusShape shape{{GENERATE(3, 4, 7), GENERATE(3, 4, 8)}};
  const Words w{GENERATE(1, 5, 64, 200)};
  const LinkTiming link{Cycles{GENERATE(0, 1, 10, 1000)}, 1_words};
  const auto tree = best_packets<broadcast_tree>(at(shape, w, link));
  const auto phases = best_packets<broadcast_dimension_phases>(at(shape, w, link));
  CHECK(count<broadcast_tree>(at(shape, w, link, tree)) <=
        count<broadcast_dimension_phases>(at(shape, w, link, phases)));
}

TEST_CASE("the printed diameter is that of even squares (3.7)", "[torus][cost]") {
  const int side = GENERATE(4, 6, 8, 10, 32);
  const TorusShape shape{{side, side}};
  const double k = side * side;
  CHECK(2 * std::floor(std::sqrt(k) / 2) == Approx(static_cast<double>(shape.diameter())));
}

TEST_CASE("the torus formula packet counts use the row's hops and words", "[torus][cost]") {
  const TorusShape shape{{8, 8}};
  const LinkTiming link{4_cycles, 1_words};
  // sqrt((i - 1) N' / (b s)): by hand
  const TorusCase run = at(shape, 512_words, link);
  CHECK(formula_packets<broadcast_tree>(run) == 30);              // i 8, N' 512: 29.9
  CHECK(formula_packets<broadcast_split_trees>(run) == 21);       // i 8, N' 256: 21.2
  CHECK(formula_packets<broadcast_dimension_phases>(run) == 20);  // i 4, N' 512: 19.6
  const TorusCase longer = at(shape, 513_words, link);
  CHECK(formula_packets<move_multi_path>(move(0, 9, longer)) == 10);  // i 4, N' 129: 9.8
  CHECK(formula_packets<move_pipelined>(move(0, 1, run)) == 1);       // one hop
}

TEST_CASE("torus bounds count the channels that the port rule leaves", "[torus][cost]") {
  const TorusShape shape{{4, 4}};
  const auto s = kSlowStart;
  const auto under_rule = [&](PortRule rule, Words w) { return under(rule, at(shape, w, s)); };
  CHECK(torus_bound_broadcast(under_rule(PortRule::kAllHalf, 40_words)) == 12_cycles);
  CHECK(torus_bound_broadcast(under_rule(PortRule::kAllHalf, 80_words)) == 22_cycles);
  CHECK(torus_bound_broadcast(under_rule(PortRule::kRingStrict, 80_words)) == 42_cycles);
  CHECK(torus_bound_scatter(under_rule(PortRule::kRingStrict, 8_words)) == 32_cycles);
  CHECK(torus_bound_gather(under_rule(PortRule::kRingStrict, 8_words)) == 62_cycles);
  CHECK(torus_bound_exchange(under_rule(PortRule::kOnePort, 8_words)) == 122_cycles);
  CHECK(torus_bound_move(move(0, 5, under_rule(PortRule::kRingStrict, 40_words))) == 22_cycles);
  CHECK(torus_bound_exchange(at(TorusShape({1}, false), 8_words, s)) == 0_cycles);
}

TEST_CASE("torus algorithms that a shape does not offer are refused", "[torus][cost]") {
  const TorusShape mesh{{4, 4}, false};
  const TorusShape cube{{4, 4, 4}};
  const auto s = kSlowStart;
  CHECK_THROWS_AS(count<allgather_daisy_chain>(at(mesh, 1_words, s)), Refusal);
  CHECK_THROWS_AS(count<allgather_alternating_direction>(at(mesh, 1_words, s)), Refusal);
  CHECK_THROWS_AS(count<alltoall_dimension_phases>(at(mesh, 1_words, s)), Refusal);
  CHECK_THROWS_AS(count<move_multi_path>(move(0, 1, at(mesh, 1_words, s))), Refusal);
  CHECK_THROWS_AS(count<broadcast_split_axis_last>(at(cube, 1_words, s)), Refusal);
  CHECK_THROWS_AS(count<broadcast_split_neighbor>(at(mesh, 1_words, s)), Refusal);
  CHECK_THROWS_AS(count<broadcast_split_trees>(at(cube, 1_words, s)), Refusal);
  const TorusCase oblong = at(TorusShape({4, 5}), 1_words, s);
  CHECK_THROWS_AS(count<permutation_transpose_diagonal>(oblong), Refusal);
}

TEST_CASE("the best of 10^5 packet counts is found at once", "[torus][cost]") {
  const TorusShape shape{{16, 16}};
  const LinkTiming link{4_cycles, 1_words};
  const Words w{100000};
  CHECK(best_packets<broadcast_split_trees>(at(shape, w, link)) > 1);
  CHECK(best_packets<move_multi_path>(move(0, 136, at(shape, w, link))) > 1);
  const TorusShape mesh{{16, 16}, false};
  CHECK(best_packets<allgather_sequential_broadcast>(at(mesh, w, link)) > 1);
}
