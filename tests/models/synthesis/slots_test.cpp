#include "models/synthesis/slots.hpp"

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"
#include "models/synthesis/known.hpp"
#include "models/synthesis/slot_encoding.hpp"
#include "models/synthesis/slot_greedy.hpp"
#include "models/synthesis/solver.hpp"
#include "tests/models/synthesis/tiny_slots.hpp"

namespace plexus {

namespace {

/// Groups of `d` nodes, a coupler from each of `g` groups to each.
SlotNetwork stars(NodeId d, NodeId g) {
  SlotNetwork network{.nodes = d * g, .media = {}, .one_word = true, .one_ear = true};
  const auto group = [d](NodeId i) {
    std::vector<NodeId> nodes;
    for (NodeId j = 0; j < d; ++j) nodes.push_back(i * d + j);
    return nodes;
  };
  for (NodeId to = 0; to < g; ++to) {
    for (NodeId from = 0; from < g; ++from) network.media.push_back({group(from), group(to)});
  }
  return network;
}

/// Links that are set in each phase, at most `ports` at a node, and so many between two nodes.
SlotNetwork set_links(NodeId nodes, std::int64_t ports, int beside = 1) {
  SlotNetwork network{.nodes = nodes, .ports = ports};
  for (NodeId a = 0; a < nodes; ++a) {
    for (NodeId b = a + 1; b < nodes; ++b) {
      for (int i = 0; i < beside; ++i) {
        network.media.push_back({{a}, {b}});
        network.media.push_back({{b}, {a}});
      }
    }
  }
  return network;
}

SlotProblem problem_on(const SlotNetwork& network, SynthesisOperation operation, int words = 1) {
  SynthesisRequest request;
  request.words = Words{words};
  request.operation = operation;
  request.nodes = network.nodes;
  request.destination = network.nodes - 1;
  for (NodeId v = 0; v < network.nodes; ++v) request.image.push_back(network.nodes - 1 - v);
  return {network, request};
}

SlotSchedule solve(const SlotProblem& problem) {
  SearchLimits limits;
  limits.confirm = true;
  return schedule_slots(problem, limits);
}

}  // namespace

TEST_CASE("schedules in slots are proved, and keep the rules of the couplers",
          "[synthesis][slots]") {
  struct Case {
    NodeId d;
    NodeId g;
    SynthesisOperation operation;
    std::int64_t slots;
  };
  using enum SynthesisOperation;
  const auto [d, g, operation, slots] = GENERATE(values<Case>({
      {2, 2, kMove, 1},
      {2, 2, kBroadcast, 1},
      {2, 2, kScatter, 3},
      {2, 2, kGather, 3},
      {2, 2, kAllgather, 3},
      {3, 1, kAllgather, 3},    // all share a coupler
      {2, 2, kAlltoall, 4},     // d^2 words cross between two groups
      {1, 3, kAlltoall, 2},     // a crossbar
      {2, 2, kPermutation, 2},  // reversed: both words of a group go to the other one
      {2, 3, kPermutation, 2},
  }));
  CAPTURE(d, g, to_string(operation));
  const SlotProblem problem = problem_on(stars(d, g), operation);
  const SlotSchedule found = solve(problem);
  CHECK(found.slots == slots);
  CHECK(found.lower_bound == slots);
  CHECK(found.proof != Proof::kNone);
  CHECK(!flaw_of(problem, found.sends));
  SlotTimetable less = found.sends;
  less.pop_back();
  CHECK(flaw_of(problem, less));
  const Json kept = slots_json(found);
  CHECK(slots_from(kept, problem)->sends.size() == found.sends.size());
}

TEST_CASE("the slots are those of trying everything on all machines of up to 4 nodes",
          "[synthesis][slots][exhaustive][.full]") {
  using enum SynthesisOperation;
  constexpr std::size_t kLooks = 200'000;
  std::vector<SlotNetwork> networks;
  for (NodeId d = 1; d <= 4; ++d) {
    for (NodeId g = 1; d * g <= 4; ++g) {
      if (d * g > 1) networks.push_back(stars(d, g));
    }
  }
  for (NodeId nodes = 2; nodes <= 4; ++nodes) {
    for (const std::int64_t ports : {1, 2}) networks.push_back(set_links(nodes, ports));
  }
  networks.push_back(set_links(2, 3, 3));
  networks.push_back(set_links(3, 2, 2));
  std::size_t open = 0;
  for (const SlotNetwork& network : networks) {
    for (const auto operation :
         {kMove, kBroadcast, kScatter, kGather, kAllgather, kAlltoall, kPermutation}) {
      for (const int words : {1, 2}) {
        CAPTURE(network.nodes, network.media.size(), network.ports, to_string(operation), words);
        const SlotProblem problem = problem_on(network, operation, words);
        const SlotSchedule found = solve(problem);
        CHECK(found.proof != Proof::kNone);
        const auto slots = TinySlots{problem}.slots(kLooks);
        if (!slots) {
          ++open;
          continue;
        }
        CHECK(found.slots == *slots);
      }
    }
  }
  CHECK(open == 0);
}

TEST_CASE("the clauses can hold together in the fewest slots, and not in one less",
          "[synthesis][slots]") {
  using enum SynthesisOperation;
  const auto never = [] { return false; };
  constexpr int kConflicts = 100'000;
  std::size_t asked = 0;
  std::size_t asked_for_less = 0;
  for (const SlotNetwork& network : {stars(2, 2), stars(1, 3), set_links(3, 1), set_links(4, 1)}) {
    for (const auto operation :
         {kMove, kBroadcast, kScatter, kGather, kAllgather, kAlltoall, kPermutation}) {
      CAPTURE(network.nodes, network.media.size(), network.ports, to_string(operation));
      const SlotProblem problem = problem_on(network, operation);
      const SlotSchedule found = solve(problem);
      if (found.proof != Proof::kBound) continue;  // no clause has been asked for its slots
      ++asked;
      const SlotEncoding enough{problem, found.slots, false, never};
      Solver solver{enough.clauses()};
      REQUIRE(solver.solve(kConflicts, never) == Answer::kYes);
      CHECK(!flaw_of(problem, enough.timetable(solver)));
      if (found.slots < 2) continue;
      ++asked_for_less;
      const SlotEncoding less{problem, found.slots - 1, false, never};
      CHECK(Solver{less.clauses()}.solve(kConflicts, never) == Answer::kNo);
    }
  }
  CHECK(asked > 0);
  CHECK(asked_for_less > 0);
}

TEST_CASE("a coupler, a receiver and a transmitter have one word a slot", "[synthesis][slots]") {
  const SlotProblem problem = problem_on(stars(2, 2), SynthesisOperation::kAlltoall);
  const auto number = [&](NodeId from, NodeId to) {
    for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
      if (problem.tokens[c].source == from && problem.tokens[c].targets.front() == to) return c;
    }
    return std::uint32_t{0};
  };
  const auto flawed = [&](const SlotTimetable& sends) {
    return flaw_of(problem, sends)->find("cannot send") != std::string::npos;
  };
  const SlotSend first{0, 0, 0, number(0, 1), {1}};
  CHECK_FALSE(flawed({first}));                          // but others are missing
  CHECK(flawed({first, {0, 0, 1, number(1, 0), {0}}}));  // the coupler
  CHECK(flawed({first, {0, 1, 2, number(2, 1), {1}}}));  // the receiver
  CHECK(flawed({first, {0, 2, 0, number(0, 2), {2}}}));  // the transmitter
  CHECK(flawed({{0, 2, 1, number(0, 2), {2}}}));         // it is not there
  CHECK(flawed({{0, 3, 0, number(0, 2), {2}}}));         // another group's coupler
}

TEST_CASE("a medium takes the word that most need, wherever it stands", "[synthesis][slots]") {
  SlotProblem problem{{.nodes = 4, .media = {{{0}, {1, 2, 3}}}}, {}};
  constexpr std::uint32_t kWanted = 3;
  for (std::uint32_t c = 0; c < 7; ++c) {
    problem.tokens.push_back({0, {1}, c, c});
    if (c == kWanted) problem.tokens.back().targets = {1, 2, 3};
  }
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto greedy = [&](std::int64_t limit) {
      return greedy_slots(problem, seed, limit, [] { return false; });
    };
    CHECK_FALSE(greedy(6));
    const auto sends = greedy(7);
    REQUIRE(sends);
    CHECK(sends->front().token == kWanted);
  }
}

TEST_CASE("a sender with very many words for one who hears another finds that for one who does not",
          "[synthesis][slots]") {
  constexpr std::uint32_t kVeryMany = 1200;
  SlotProblem problem{{.nodes = 4, .media = {{{0}, {1, 2}}, {{3}, {1}}}, .one_ear = true}, {}};
  for (std::uint32_t c = 0; c < kVeryMany; ++c) problem.tokens.push_back({0, {1}, c, c});
  problem.tokens.push_back({0, {2}, kVeryMany, 0});
  problem.tokens.push_back({3, {1}, kVeryMany + 1, 0});
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto sends = greedy_slots(problem, seed, kVeryMany + 2, [] { return false; });
    REQUIRE(sends);
    const auto slot_of = [&](std::uint32_t token) {
      return std::ranges::find(*sends, token, &SlotSend::token)->slot;
    };
    // Node 1 hears node 3 in some slot: what node 2 wants has gone by then, or goes in it.
    CHECK(slot_of(kVeryMany) <= slot_of(kVeryMany + 1));
  }
}

TEST_CASE("nodes have as many links in a phase as ports", "[synthesis][slots]") {
  const SlotNetwork network = set_links(4, 1);
  const auto slots = [&](SynthesisOperation operation) {
    return solve(problem_on(network, operation)).slots;
  };
  CHECK(slots(SynthesisOperation::kBroadcast) == 2);
  CHECK(slots(SynthesisOperation::kAllgather) == 3);
  CHECK(slots(SynthesisOperation::kAlltoall) == 3);
  CHECK(slots(SynthesisOperation::kPermutation) == 1);  // pairs exchange
  // Those who have the word are twice as many after each phase.
  CHECK(slots_bound(problem_on(set_links(8, 1), SynthesisOperation::kBroadcast)) == 3);
  // To each node come the words of all others, as many in a phase as it has ports.
  CHECK(slots_bound(problem_on(set_links(8, 1), SynthesisOperation::kAllgather)) == 7);
  CHECK(slots_bound(problem_on(set_links(8, 2), SynthesisOperation::kAllgather)) == 4);
  SlotProblem nothing = problem_on(network, SynthesisOperation::kAllgather);
  nothing.tokens.clear();
  CHECK(slots_bound(nothing) == 0);
}

TEST_CASE("a run is a schedule in slots, a word in each, where its words are there in time",
          "[synthesis][slots]") {
  const SlotProblem problem = problem_on(set_links(3, 1), SynthesisOperation::kMove, 2);
  const auto seen = [](NodeId from, NodeId to, std::int64_t start) {
    return SeenPacket{from, to, start, Blocks{Interval{0, 1}, Slice{0_words, 2_words}}};
  };
  const auto slots = [&](std::vector<SeenPacket> packets) {
    const auto schedule =
        timetable_of(problem, {.algorithm = "", .cycles = 4, .packets = std::move(packets)});
    return schedule ? schedule->back().slot + 1 : 0;
  };
  CHECK(slots({seen(0, 2, 0)}) == 2);
  CHECK(slots({seen(0, 1, 0), seen(1, 2, 2)}) == 4);
  CHECK(slots({seen(0, 2, 0), seen(0, 2, 2)}) == 2);  // what has come needs not come again
  CHECK(slots({seen(0, 1, 0), seen(1, 2, 0)}) == 0);  // it is not there yet
  CHECK(slots({seen(0, 1, 0), seen(1, 2, 1)}) == 0);  // one port
  CHECK(slots({seen(0, 1, 0)}) == 0);                 // it does not come
  CHECK(slots({seen(0, 2, 0), seen(0, 2, 1)}) == 0);  // one link
  // With that the search begins, and it meets the bound.
  SearchLimits stopped;
  stopped.stop = stopped.stop_first = [] { return true; };
  const SlotTimetable known{{0, 2, 0, 0, {2}}, {1, 2, 0, 1, {2}}};
  CHECK(schedule_slots(problem, stopped).sends.empty());
  CHECK(schedule_slots(problem, stopped, known).proof == Proof::kBound);
}

}  // namespace plexus
