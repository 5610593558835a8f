#include <algorithm>
#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/ring/case.hpp"
#include "models/ring/machine.hpp"
#include "tests/predictions.hpp"

using namespace plexus;

namespace {

// Sizes of the formulas: 1, 2, odd, even, and some that do not divide.
const std::vector<LinkTiming> kTimings{
    {0_cycles, 1_words}, {2_cycles, 1_words}, {3_cycles, 2_words}, {7_cycles, 5_words}};

RingCase move_case(RingShape ring, NodeId destination, std::int64_t words, LinkTiming link) {
  RingCase at;
  at.ring = ring;
  at.destination = destination;
  at.words = Words{words};
  at.timing = link;
  return at;
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
  RingCase at = move_case({8}, 3, words, {});
  at.packet_wish = std::int64_t{packets};
  ring::move_two_path().prepare(at);
  const RingStreams& both = at.streams;
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
  const auto optimal = ring::move_two_path_optimal();
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
      RingCase at = move_case(ring, destination, words, link);
      optimal.prepare(at);
      const RingStreams& split = at.streams;
      REQUIRE(slowest(split, link) == fewest);
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
  const auto figure = [](const char* label, const char* operation, const char* algorithm,
                         Json given) {
    given.update({{"startup", 3}, {"bandwidth", 2}});  // tau = 3, b = 2
    return figure_of(predictions_of("ring", operation, algorithm, given), label);
  };
  CHECK(figure("(3.6)", "move", "two-path", {{"nodes", 8}, {"destination", 3}, {"words", 16}}) ==
        Approx(std::pow(2 + std::sqrt(12), 2)));  // the longer way has 5 hops
  CHECK(figure("(3.28)", "allgather", "daisy-chain", {{"nodes", 6}, {"words", 4}}) ==
        Approx(5 * (2 + 3)));
  CHECK(figure("(3.38)", "scatter", "two-way", {{"nodes", 7}, {"words", 2}}) ==
        Approx(3.5 + 4 * 3));
  CHECK(figure("(3.38)", "scatter", "two-way", {{"nodes", 8}, {"words", 2}}) == Approx(4 + 4 * 3));
  const auto rotate = predictions_of(
      "ring", "alltoall", "rotate", {{"nodes", 5}, {"words", 2}, {"startup", 3}, {"bandwidth", 2}});
  double sum = 0;
  for (int i = 1; i <= 5; ++i) sum += 3 + (5 - i + 1) * 50.0 / (25 * 2);
  CHECK(rotate[0].cycles == Approx(sum));
  CHECK(rotate[1].cycles == Approx(50.0 / 4 + 15));
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
  struct Claim {
    PortRule rule;
    std::int64_t reads;
    std::int64_t writes;
  };
  const auto expected = GENERATE(values<Claim>({{PortRule::kRingStrict, 1, 2},
                                                {PortRule::kAllHalf, 2, 2},
                                                {PortRule::kAllFull, 2, 2},
                                                {PortRule::kUniform, 2, 2},
                                                {PortRule::kOneInOneOut, 1, 1},
                                                {PortRule::kOnePort, 1, 1}}));
  CAPTURE(std::string{to_string(expected.rule)});
  const auto bound = [&](const char* operation, const char* algorithm) {
    const Json given = {{"nodes", 8}, {"words", 12}, {"port_rule", to_string(expected.rule)}};
    return experiment_of("ring", operation, algorithm, given)->lower_bound()->count();
  };
  CHECK(bound("gather", "one-way") == 7 * 12 / expected.reads);    // words into one node
  CHECK(bound("scatter", "two-way") == 7 * 12 / expected.writes);  // words out of one node
}

TEST_CASE("a message leaves by as many channels as it can come in by", "[ring][cost]") {
  RingCase at;
  at.ring = {8};
  at.words = 8_words;
  at.timing = {0_cycles, 1_words};
  at.destination = 1;
  at.rule = PortRule::kRingStrict;  // one read, two writes
  CHECK(ring_bound_move(at) == 8_cycles);
  at.rule = PortRule::kAllFull;
  CHECK(ring_bound_move(at) == 4_cycles);
  at.destination = 4;
  at.words = 3_words;
  CHECK(ring_bound_move(at) == 4_cycles);  // a word over four links
}
