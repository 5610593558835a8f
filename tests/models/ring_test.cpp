#include <algorithm>
#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/ring/costs.hpp"
#include "models/ring/shape.hpp"

using namespace plexus;

namespace {

// Sizes of the formulas: 1, 2, odd, even, and some that do not divide.
const std::vector<LinkTiming> kTimings{
    {0_cycles, 1_words}, {2_cycles, 1_words}, {3_cycles, 2_words}, {7_cycles, 5_words}};

void check_all_hold(const std::vector<Prediction>& predictions, Cycles measured) {
  for (const Prediction& prediction : predictions) {
    CAPTURE(prediction.equation, prediction.cycles, to_string(prediction.relation), measured);
    REQUIRE(prediction.holds(measured));
  }
}

}  // namespace

// ---- shape --------------------------------------------------------------------------------------

TEST_CASE("a ring is a ring: every way round comes back", "[ring][shape]") {
  const auto nodes = GENERATE(NodeId{3}, NodeId{4}, NodeId{9}, NodeId{1000});
  const RingShape ring{nodes};
  CHECK(ring.reach(kClockwise) + ring.reach(kCounterclockwise) == nodes - 1);
  CHECK(ring.reach(kClockwise) == nodes / 2);
  for (NodeId v = 0; v < nodes; ++v) {
    CHECK(ring.at(v, kClockwise, nodes) == v);
    CHECK(ring.at(v, kClockwise, 1) == (v + 1) % nodes);
    CHECK(ring.at(ring.at(v, kClockwise, 2), kCounterclockwise, 2) == v);
  }
  for (NodeId to = 1; to < nodes; ++to) {
    const NodeId clockwise = ring.hops(0, to, kClockwise);
    CHECK(clockwise == to);
    CHECK(ring.at(0, kClockwise, clockwise) == to);
    CHECK(clockwise + ring.hops(0, to, kCounterclockwise) == nodes);
    CHECK(ring.distance(0, to) == std::min(to, nodes - to));
  }
}

TEST_CASE("of two equal ways round a ring the clockwise one is taken", "[ring][shape]") {
  CHECK(RingShape{8}.shorter_way(1, 5) == kClockwise);
  CHECK(RingShape{8}.shorter_way(1, 6) == kCounterclockwise);
  CHECK(RingShape{3}.shorter_way(0, 2) == kCounterclockwise);
}

TEST_CASE("a ring's links join neighbours, channel to channel", "[ring][shape]") {
  const auto nodes = GENERATE(NodeId{3}, NodeId{8});
  const DirectWiring wiring = RingShape{nodes}.wiring();
  CHECK(wiring.nodes == nodes);
  CHECK(wiring.channels == 2);
  for (NodeId v = 0; v < nodes; ++v) {
    for (unsigned channel = 0; channel < 2; ++channel) {
      const auto other = wiring.neighbour(v, channel);
      REQUIRE(other);
      const auto back = wiring.neighbour(other->node, other->channel);
      REQUIRE(back);
      CHECK(back->node == v);
      CHECK(back->channel == channel);
    }
  }
}

// ---- streams ------------------------------------------------------------------------------------

TEST_CASE("two paths share the words, larger half the shorter way", "[ring][streams]") {
  const auto words = GENERATE(1, 2, 13, 20);
  const auto packets = GENERATE(1, 2, 9);
  if (packets > words) return;
  const RingStreams both = ring_cost::move_two_path({8}, 0, 3, Words{words}, packets);
  CAPTURE(words, packets);
  CHECK(both[0].channel == kClockwise);
  CHECK(both[0].hops == 3);
  CHECK(both[1].hops == 5);
  CHECK(both[0].part.count == Words{(words + 1) / 2});
  CHECK(both[1].part.count == Words{words / 2});
  CHECK(both[1].part.first == both[0].part.count);
  for (const RingStream& stream : both) {  // a part of fewer words than nu has a packet per word
    CHECK(stream.packets == std::clamp<std::int64_t>(stream.part.count.count(), 1, packets));
  }
}

TEST_CASE("the unequal split of two paths is the best of all splits and packets",
          "[ring][streams]") {
  const auto link = GENERATE(from_range(kTimings));
  const auto nodes = GENERATE(NodeId{3}, NodeId{4}, NodeId{7}, NodeId{12});
  CAPTURE(link, nodes);
  const RingShape ring{nodes};
  const auto best_of = [&](NodeId hops, std::int64_t words) {
    Cycles fewest = pipelined(hops, Words{words}, 1, link);
    for (std::int64_t packets = 2; packets <= words; ++packets) {
      fewest = std::min(fewest, pipelined(hops, Words{words}, packets, link));
    }
    return fewest;
  };
  for (NodeId destination = 1; destination < nodes; ++destination) {
    const NodeId shorter = ring.distance(0, destination);
    for (std::int64_t words = 1; words <= 24; ++words) {
      CAPTURE(destination, words);
      std::int64_t first = words;  // of equal splits the one with most words on the shorter way
      Cycles fewest = best_of(shorter, words);
      for (std::int64_t w1 = words - 1; w1 >= 0; --w1) {
        const Cycles cycles = std::max(best_of(shorter, w1), best_of(nodes - shorter, words - w1));
        if (cycles < fewest) first = w1;
        fewest = std::min(fewest, cycles);
      }
      const RingStreams split =
          ring_cost::move_two_path_optimal(ring, 0, destination, Words{words}, link);
      REQUIRE(ring_cost::streams(split, link) == fewest);
      REQUIRE(split[0].part.count == Words{first});
      REQUIRE(split[1].part.count == Words{words - first});
      for (const RingStream& stream : split) {  // and of its packets the fewest
        for (std::int64_t packets = 1; packets < stream.packets; ++packets) {
          REQUIRE(pipelined(stream.hops, stream.part.count, packets, link) > stream.cycles(link));
        }
      }
    }
  }
}

// ---- printed equations --------------------------------------------------------------------------

TEST_CASE("the printed equations of the ring give what the paper's letters say", "[ring][cost]") {
  const LinkTiming link{3_cycles, 2_words};  // tau = 3, b = 2
  CHECK(ring_cost::printed_3_6(5, 16, link) == Approx(std::pow(2 + std::sqrt(12), 2)));
  CHECK(ring_cost::printed_3_28(6, 24, link) == Approx(5 * (2 + 3)));
  CHECK(ring_cost::printed_3_38(7, 14, link) == Approx(3.5 + 4 * 3));
  CHECK(ring_cost::printed_3_38(8, 16, link) == Approx(4 + 4 * 3));
  double sum = 0;
  for (int i = 1; i <= 5; ++i) sum += 3 + (5 - i + 1) * 50.0 / (25 * 2);
  CHECK(ring_cost::printed_3_43_sum(5, 50, link) == Approx(sum));
  CHECK(ring_cost::printed_3_43(5, 50, link) == Approx(50.0 / 4 + 15));
}

TEST_CASE("every prediction holds for the exact count of its algorithm", "[ring][cost]") {
  using namespace ring_cost;
  const auto link = GENERATE(from_range(kTimings));
  const auto rule = GENERATE(PortRule::kAllHalf, PortRule::kAllFull);
  const auto nodes = GENERATE(range(NodeId{3}, NodeId{16}));
  CAPTURE(link, std::string{to_string(rule)}, nodes);
  const RingShape ring{nodes};
  for (std::int64_t w = 1; w <= 32; ++w) {
    const Words words{w};
    CAPTURE(words);
    check_all_hold(predict_allgather_daisy_chain(ring, words, link, rule),
                   allgather_daisy_chain(ring, words, link));
    check_all_hold(predict_scatter_two_way(ring, words, link, rule),
                   scatter(both_ways(ring), words, link));
    check_all_hold(predict_gather(one_way(ring), words, link), (nodes - 1) * link.hop(words));
    check_all_hold(predict_alltoall_rotate(ring, words, link, rule),
                   alltoall_rotate(ring, words, link));
    const NodeId destination = nodes / 3 + 1;
    const NodeId hops = ring.distance(0, destination);
    check_all_hold(predict_move_naive(ring, 0, destination, words, link, rule),
                   hops * link.hop(words));
    const auto best = move_two_path_optimal(ring, 0, destination, words, link);
    check_all_hold(predict_move_two_path(ring, 0, destination, words, best, link, rule),
                   streams(best, link));
    for (const std::int64_t nu : {std::int64_t{1}, (w + 1) / 2, w}) {
      CAPTURE(nu);
      check_all_hold(predict_move_pipelined(ring, 0, destination, words, nu, link, rule),
                     pipelined(hops, words, nu, link));
      check_all_hold(predict_broadcast_one_way(ring, words, nu, link, rule),
                     pipelined(nodes - 1, words, nu, link));
      check_all_hold(predict_broadcast_two_way(ring, words, nu, link, rule),
                     pipelined(nodes / 2, words, nu, link));
      const auto halves = move_two_path(ring, 0, destination, words, nu);
      check_all_hold(predict_move_two_path(ring, 0, destination, words, halves, link, rule),
                     streams(halves, link));
    }
  }
}

TEST_CASE("the relation of a prediction is the one that the specification states", "[ring][cost]") {
  using namespace ring_cost;
  struct Case {
    const char* what;
    std::vector<Prediction> predictions;
    Relation relation;  ///< of the first one, the paper's
  };
  const LinkTiming two{1_cycles, 2_words};
  const PortRule half = PortRule::kAllHalf;
  const PortRule full = PortRule::kAllFull;
  const auto expected = GENERATE_COPY(values<Case>({
      {"(3.3), b divides w", predict_move_naive({8}, 0, 3, 8_words, two, half), Relation::kEqual},
      {"(3.3), b does not", predict_move_naive({8}, 0, 3, 9_words, two, half), Relation::kAtLeast},
      {"(3.3), all-full", predict_move_naive({8}, 0, 3, 8_words, two, full),
       Relation::kApproximate},
      {"t(nu), all divides", predict_broadcast_two_way({8}, 12_words, 3, two, half),
       Relation::kEqual},
      {"t(nu), nu does not", predict_broadcast_two_way({8}, 12_words, 5, two, half),
       Relation::kAtLeast},
      {"t(nu), b does not", predict_broadcast_two_way({8}, 12_words, 4, two, half),
       Relation::kAtLeast},
      {"(3.6), even N",
       predict_move_two_path({8}, 0, 3, 8_words, move_two_path({8}, 0, 3, 8_words, 1), two, half),
       Relation::kAtLeast},
      {"(3.6), odd N",
       predict_move_two_path({8}, 0, 3, 9_words, move_two_path({8}, 0, 3, 9_words, 1), two, half),
       Relation::kApproximate},
      {"(3.28), b divides w", predict_allgather_daisy_chain({8}, 8_words, two, half),
       Relation::kEqual},
      {"(3.28), b does not", predict_allgather_daisy_chain({8}, 9_words, two, half),
       Relation::kAtLeast},
      {"(3.38), even k", predict_scatter_two_way({8}, 8_words, two, half), Relation::kEqual},
      {"(3.38), odd k", predict_scatter_two_way({7}, 8_words, two, half), Relation::kAtMost},
      {"(3.43)", predict_alltoall_rotate({8}, 8_words, two, half), Relation::kAtMost},
  }));
  CAPTURE(expected.what);
  CHECK(expected.predictions.front().relation == expected.relation);
  CHECK(expected.predictions.back().equation == "exact");
  CHECK(expected.predictions.back().relation == Relation::kEqual);
}

// ---- lower bounds -------------------------------------------------------------------------------

TEST_CASE("the lower bound is the larger of the way and the words", "[ring][bound]") {
  const LinkTiming link{2_cycles, 3_words};
  CHECK(lower_bound(4, 30_words, 1, link) == 4 * 3_cycles);
  CHECK(lower_bound(4, 31_words, 1, link) == 2_cycles + 11_cycles);
  CHECK(lower_bound(4, 31_words, 2, link) == 12_cycles);
  CHECK(lower_bound(1, 61_words, 2, link) == 2_cycles + 11_cycles);
  CHECK(lower_bound(0, 5_words, 1, link) == 0_cycles);
  CHECK(lower_bound(5, 0_words, 1, link) == 0_cycles);
}

TEST_CASE("a node of a ring reads and writes as many channels as its port rule allows",
          "[ring][bound]") {
  struct Case {
    PortRule rule;
    std::int64_t reads;
    std::int64_t writes;
  };
  const auto expected = GENERATE(values<Case>({{PortRule::kRingStrict, 1, 2},
                                               {PortRule::kAllHalf, 2, 2},
                                               {PortRule::kAllFull, 2, 2},
                                               {PortRule::kUniform, 2, 2},
                                               {PortRule::kOneInOneOut, 1, 1},
                                               {PortRule::kOnePort, 1, 1}}));
  CAPTURE(std::string{to_string(expected.rule)});
  CHECK(ring_cost::channels_read(expected.rule) == expected.reads);
  CHECK(ring_cost::channels_written(expected.rule) == expected.writes);
}
