#include "models/synthesis/search.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/synthesis/algorithm.hpp"
#include "models/synthesis/bounds.hpp"
#include "models/synthesis/cut_bound.hpp"
#include "models/synthesis/drawn.hpp"
#include "models/synthesis/flow_schedule.hpp"
#include "models/synthesis/forest.hpp"
#include "models/synthesis/greedy.hpp"
#include "models/synthesis/known.hpp"
#include "models/synthesis/time_flow.hpp"
#include "models/synthesis/wide_bound.hpp"
#include "models/torus/case.hpp"
#include "models/torus/machine.hpp"
#include "tests/models/synthesis/tiny_search.hpp"

namespace plexus {

namespace {

using Edges = std::vector<std::pair<NodeId, NodeId>>;

struct Graph {
  const char* name;
  NodeId nodes;
  Edges edges;
};
std::ostream& operator<<(std::ostream& out, const Graph& graph) { return out << graph.name; }

/// All graphs of up to 4 nodes that hang together.
const std::vector<Graph>& small_graphs() {
  static const std::vector<Graph> graphs{
      {"two", 2, {{0, 1}}},
      {"line of 3", 3, {{0, 1}, {1, 2}}},
      {"triangle", 3, {{0, 1}, {1, 2}, {2, 0}}},
      {"line of 4", 4, {{0, 1}, {1, 2}, {2, 3}}},
      {"star", 4, {{0, 1}, {0, 2}, {0, 3}}},
      {"square", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}},
      {"triangle with a tail", 4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}},
      {"square with a chord", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}},
      {"all joined", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}}}};
  return graphs;
}

SynthesisRequest request(SynthesisOperation operation, NodeId nodes, std::int64_t words) {
  SynthesisRequest request;
  request.operation = operation;
  request.nodes = nodes;
  request.words = Words{words};
  request.destination = nodes - 1;
  for (NodeId v = 0; v < nodes; ++v) request.image.push_back(nodes - 1 - v);
  return request;
}

Synthesis solve(const SynthesisProblem& problem, PlantedFault fault = PlantedFault::kNone) {
  SearchLimits limits;
  limits.fault = fault;
  if (fault != PlantedFault::kNone) {  // whatever it does then
    limits.stop = [asked = 0]() mutable { return ++asked > 3000; };
  }
  return synthesize(problem, limits);
}

constexpr SynthesisOperation kOperations[] = {
    SynthesisOperation::kMove,         SynthesisOperation::kBroadcast,
    SynthesisOperation::kScatter,      SynthesisOperation::kGather,
    SynthesisOperation::kAllgather,    SynthesisOperation::kAlltoall,
    SynthesisOperation::kPermutation,  SynthesisOperation::kReduce,
    SynthesisOperation::kReduceScatter};

/// What is found runs, and trying everything finds nothing faster. With start-up neither ends where
/// all nodes send: there the first looks find nothing faster.
void agree_with_everything(const Graph& graph, SynthesisOperation operation, PortRule rule,
                           int words, int startup) {
  const bool ends = startup == 0 || operation == SynthesisOperation::kMove || has_root(operation);
  const bool large = operation == SynthesisOperation::kAlltoall && words > 1;  // a few do not end
  const std::size_t looks = !ends ? 20'000 : large ? 2'000'000 : 20'000'000;
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, LinkTiming{Cycles{startup}, 1_words}, rule);
  const SynthesisProblem problem = problem_of(network, request(operation, graph.nodes, words));
  CAPTURE(graph, to_string(operation), to_string(rule), words, startup);
  SearchLimits limits;
  if (!ends) limits.stop = [asked = 0]() mutable { return ++asked > 3000; };
  const Synthesis found = synthesize(problem, limits);
  CHECK((found.optimal() || !ends));
  CHECK(!flaw_of(problem, found.timetable));
  CHECK(cycles_bound(problem) <= found.cycles);
  CHECK(quick_bound(network, request(operation, graph.nodes, words)) <= found.cycles);
  const auto faster = TinySearch{problem}.within(found.cycles - 1, looks);
  if (ends && !large) CHECK(faster == false);
  if (found.optimal()) CHECK(faster != true);
}

/// Every `stride`th case of the grid.
void compare_all(std::size_t stride, const std::vector<int>& startups) {
  std::size_t number = 0;
  for (const Graph& graph : small_graphs()) {
    for (const SynthesisOperation operation : kOperations) {
      for (const PortRule rule : kPortRules) {
        for (const int words : {1, 2}) {
          for (const int startup : startups) {
            if (number++ % stride != 0) continue;
            agree_with_everything(graph, operation, rule, words, startup);
          }
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("the optimum is that of trying everything: a sample", "[synthesis][exhaustive]") {
  compare_all(29, {0});
  compare_all(31, {1});
}

TEST_CASE("the optimum is that of trying everything on all graphs of up to 4 nodes",
          "[synthesis][exhaustive][.full]") {
  compare_all(1, {0});
}

TEST_CASE("with start-up the optimum is that of trying everything",
          "[synthesis][exhaustive][.full]") {
  compare_all(1, {1});
}

TEST_CASE("a schedule that was kept is taken again, a damaged one is not", "[synthesis]") {
  const Graph& square = small_graphs()[5];
  const SynthesisNetwork network =
      joined_nodes(square.nodes, square.edges, {1_cycles, 1_words}, PortRule::kAllFull);
  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kAllgather, square.nodes, 2));
  const Synthesis found = solve(problem);
  REQUIRE(found.optimal());
  const Json kept = synthesis_json(found);
  const auto again = synthesis_from(kept, problem);
  REQUIRE(again);
  CHECK(again->cycles == found.cycles);
  CHECK(again->lower_bound == found.cycles);
  CHECK(again->optimal());
  CHECK(synthesis_json(*again) == kept);
  Json damaged = kept;
  damaged["transfers"].erase(damaged["transfers"].size() - 1);
  CHECK(!synthesis_from(damaged, problem));
  damaged = kept;
  damaged["transfers"][0][0] = network.links.size();
  CHECK(!synthesis_from(damaged, problem));
  damaged = kept;
  damaged["transfers"][0][2][0] = problem.tokens.size();
  CHECK(!synthesis_from(damaged, problem));
  damaged = kept;
  damaged.erase("transfers");
  CHECK(!synthesis_from(damaged, problem));
  damaged["transfers"] = "none";
  CHECK(!synthesis_from(damaged, problem));
  CHECK(!synthesis_from(Json{}, problem));
}

TEST_CASE("a node sends nothing before it has come", "[synthesis]") {
  const Graph& line = small_graphs()[1];
  const SynthesisNetwork network =
      joined_nodes(line.nodes, line.edges, {1_cycles, 1_words}, PortRule::kAllFull);
  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kBroadcast, line.nodes, 1));
  TransferTimetable timetable = solve(problem).timetable;
  REQUIRE(timetable.size() == 2);
  CHECK(!flaw_of(problem, timetable));
  TimedTransfer& second = *std::ranges::max_element(timetable, {}, &TimedTransfer::start);
  CHECK(second.start == 2);  // start-up and a word
  for (const std::int64_t start : {1, 0, -1}) {
    second.start = start;
    CAPTURE(start);
    CHECK(flaw_of(problem, timetable).value_or("").find("before it is there") != std::string::npos);
  }
}

TEST_CASE("a link carries one packet at a time", "[synthesis]") {
  const Graph& two = small_graphs()[0];
  const SynthesisNetwork network =
      joined_nodes(two.nodes, two.edges, {0_cycles, 1_words}, PortRule::kAllFull);
  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kBroadcast, two.nodes, 2));
  const std::size_t link = network.link(0, 1).value();
  CHECK(!flaw_of(problem, {{link, 0, {0}}, {link, 1, {1}}}));
  CHECK_THAT(flaw_of(problem, {{link, 0, {0}}, {link, 0, {1}}}).value_or(""),
             Catch::Contains("two packets are on link"));
}

TEST_CASE("a word goes no link by which it comes no nearer to who wants it", "[synthesis]") {
  // Nodes 4 to 6 are switches: what goes into one for nobody behind it takes a link from others.
  const SynthesisNetwork network =
      joined_nodes(7, {{0, 1}, {1, 2}, {2, 3}, {1, 4}, {0, 5}, {5, 6}, {4, 2}, {6, 0}, {3, 5}},
                   {0_cycles, 1_words}, PortRule::kAllFull);
  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kBroadcast, 4, 3));
  const auto schedule = greedy_schedule(problem, 1, GreedyTries::kOne, [] { return false; });
  REQUIRE(schedule);
  CHECK(!flaw_of(problem, *schedule));
  CHECK(cycles_of(network, *schedule) == 3);
}

TEST_CASE("schedules of some words, one behind the other, are one of all words", "[synthesis]") {
  const Graph& two = small_graphs()[0];
  const SynthesisNetwork network =
      joined_nodes(two.nodes, two.edges, {0_cycles, 1_words}, PortRule::kAllFull);
  const auto problem = [&](std::int64_t words) {
    return problem_of(network, request(SynthesisOperation::kBroadcast, two.nodes, words));
  };
  const TransferTimetable one = solve(problem(1)).timetable;
  const TransferTimetable pair = solve(problem(2)).timetable;
  const TransferTimetable all =
      one_behind_the_other(problem(5), {pair, one, pair}, {problem(2), problem(1), problem(2)});
  CHECK(!flaw_of(problem(5), all));
  CHECK(cycles_of(network, all) == 5);
}

TEST_CASE("where nothing has to move no cycle is enough, and that is proved", "[synthesis]") {
  const Graph& two = small_graphs()[0];
  SynthesisRequest still = request(SynthesisOperation::kPermutation, two.nodes, 3);
  still.image = {0, 1};
  const Synthesis found = solve(problem_of(
      joined_nodes(two.nodes, two.edges, {0_cycles, 1_words}, PortRule::kAllFull), still));
  CHECK(found.cycles == 0);
  CHECK(found.proof == Proof::kBound);
}

TEST_CASE("what takes a machine onto itself is known, and which words it takes to which",
          "[synthesis][symmetries]") {
  const Graph& square = small_graphs()[5];
  const SynthesisNetwork network =
      joined_nodes(square.nodes, square.edges, {0_cycles, 1_words}, PortRule::kAllFull);
  CHECK(symmetries_of(network, 100).size() == 7);  // eight, with the one that moves nothing
  const NodeMap turned{1, 2, 3, 0};
  CHECK(crossbar_of(4, {0_cycles, 1_words}).shifts == std::vector<NodeMap>{turned});
  CHECK(torus_network({}).shifts.size() == 2);

  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kAllgather, square.nodes, 2));
  const auto image = token_map(problem, turned);
  REQUIRE(image);
  for (std::size_t c = 0; c < problem.tokens.size(); ++c) {
    const Token& taken = problem.tokens[(*image)[c]];
    CHECK(taken.source == turned[problem.tokens[c].source]);
    CHECK(taken.word == problem.tokens[c].word);
  }
  CHECK(!token_map(problem_of(network, request(SynthesisOperation::kBroadcast, square.nodes, 2)),
                   turned));
  // A schedule that it takes onto itself is known from what becomes of every fourth word.
  CHECK(4 * Encoding::size(problem, 5, {.same = {turned}}) == Encoding::size(problem, 5, {}));
}

TEST_CASE("no more links work at the same time than are counted", "[synthesis][bounds]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto rule = GENERATE(from_range(kPortRules));
  CAPTURE(graph, to_string(rule));
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, {0_cycles, 1_words}, rule);
  const std::size_t links = network.links.size();
  std::int64_t most = 0;
  for (std::uint32_t set = 0; set < std::uint32_t{1} << links; ++set) {
    bool together = true;
    for (std::size_t a = 0; a < links && together; ++a) {
      for (std::size_t b = 0; b < a && together; ++b) {
        if ((set >> a & 1U) == 0 || (set >> b & 1U) == 0) continue;
        const SynthesisLink& x = network.links[a];
        const SynthesisLink& y = network.links[b];
        const bool meet = x.from == y.from || x.from == y.to || x.to == y.from || x.to == y.to;
        together = !meet || !network.exclude(x, y);
      }
    }
    if (together) most = std::max<std::int64_t>(most, std::popcount(set));
  }
  CHECK(network.most_active() >= most);
  if (rule == PortRule::kUniform || rule == PortRule::kAllFull)
    CHECK(network.most_active() == most);
}

TEST_CASE("schedules that are drawn obey the rules and improve", "[synthesis][drawn]") {
  const auto rule = GENERATE(from_range(kPortRules));
  const auto bandwidth = GENERATE(1, 2);
  const Graph& graph = small_graphs().at(GENERATE(3, 5, 6, 7));
  CAPTURE(graph, to_string(rule), bandwidth);
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, {0_cycles, Words{bandwidth}}, rule);
  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kAlltoall, graph.nodes, 2));
  REQUIRE(DrawnSchedules::suit(problem));
  DrawnSchedules drawn{problem};
  drawn.draw(1, 1, [] { return true; });
  const std::int64_t first = cycles_of(network, drawn.best());
  CHECK(!flaw_of(problem, drawn.best()));
  drawn.draw(cycles_bound(problem), 1, [asked = 0]() mutable { return ++asked > 3000; });
  CHECK(!flaw_of(problem, drawn.best()));
  const std::int64_t last = cycles_of(network, drawn.best());
  CHECK(last <= first);
  CHECK(last >= cycles_bound(problem));
  CHECK(last <= cycles_bound(problem) + 2);
}

TEST_CASE("what has start-up, steps or several targets is not drawn", "[synthesis][drawn]") {
  const Graph& graph = small_graphs().at(5);
  const auto problem = [&](int startup, SynthesisOperation operation) {
    return problem_of(
        joined_nodes(graph.nodes, graph.edges, {Cycles{startup}, 1_words}, PortRule::kAllFull),
        request(operation, graph.nodes, 1));
  };
  SynthesisProblem steps = problem(0, SynthesisOperation::kAlltoall);
  CHECK(DrawnSchedules::suit(steps));
  steps.steps = 4;
  CHECK_FALSE(DrawnSchedules::suit(steps));
  CHECK_FALSE(DrawnSchedules::suit(problem(1, SynthesisOperation::kAlltoall)));
  CHECK_FALSE(DrawnSchedules::suit(problem(0, SynthesisOperation::kAllgather)));
}

TEST_CASE("a second solver confirms what is refuted", "[synthesis][confirm]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  if (graph.nodes > 3) return;
  const auto rule = GENERATE(PortRule::kOnePort, PortRule::kAllHalf);
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, LinkTiming{1_cycles, 1_words}, rule);
  const SynthesisProblem problem =
      problem_of(network, request(SynthesisOperation::kAllgather, graph.nodes, 1));
  CAPTURE(graph, to_string(rule));
  SearchLimits limits;
  limits.confirm = true;
  CHECK(synthesize(problem, limits).optimal());
}

TEST_CASE("planted faults of the clauses are seen: what is found does not run, or is too slow",
          "[synthesis][fault]") {
  const auto fault = GENERATE(PlantedFault::kCapacity, PlantedFault::kPortRule,
                              PlantedFault::kArrival, PlantedFault::kPruning);
  CAPTURE(static_cast<int>(fault));
  bool seen = false;
  for (const Graph& graph : small_graphs()) {
    if (seen) break;
    for (const PortRule rule : {PortRule::kAllFull, PortRule::kOnePort}) {
      const SynthesisNetwork network =
          joined_nodes(graph.nodes, graph.edges, LinkTiming{0_cycles, 1_words}, rule);
      const SynthesisProblem problem =
          problem_of(network, request(SynthesisOperation::kAllgather, graph.nodes, 2));
      const Synthesis right = solve(problem);
      const Synthesis wrong = solve(problem, fault);
      seen = seen || flaw_of(problem, wrong.timetable).has_value() || wrong.cycles > right.cycles ||
             wrong.lower_bound > right.cycles;
    }
  }
  CHECK(seen);
}

TEST_CASE("clauses hold together in the fewest cycles, and not in one less",
          "[synthesis][encoding]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto rule = GENERATE(PortRule::kAllFull, PortRule::kOnePort, PortRule::kUniform);
  const auto operation = GENERATE(SynthesisOperation::kBroadcast, SynthesisOperation::kAllgather);
  const auto startup = GENERATE(0, 1);
  if (operation == SynthesisOperation::kAllgather && graph.nodes > 3) return;
  CAPTURE(graph, to_string(rule), to_string(operation), startup);
  const auto network = joined_nodes(graph.nodes, graph.edges, {Cycles{startup}, 1_words}, rule);
  const SynthesisProblem problem = problem_of(network, request(operation, graph.nodes, 2));
  const std::int64_t fewest = solve(problem).cycles;
  constexpr int kConflicts = 1 << 20;
  const auto never = [] { return false; };
  const Encoding enough{problem, fewest, {}};
  Solver solver{enough.clauses()};
  REQUIRE(solver.solve(kConflicts, never) == Answer::kYes);
  CHECK(!flaw_of(problem, enough.timetable(solver)));
  CHECK(cycles_of(problem.network, enough.timetable(solver)) <= fewest);
  Solver refuted{Encoding{problem, fewest - 1, {}}.clauses()};
  CHECK(refuted.solve(kConflicts, never) == Answer::kNo);
}

TEST_CASE("what ends at the nodes of a set is a bound", "[synthesis][bounds]") {
  const auto of = [](PortRule rule) {
    const Edges chord{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
    const SynthesisNetwork network = joined_nodes(4, chord, LinkTiming{0_cycles, 1_words}, rule);
    return cycles_bound(problem_of(network, request(SynthesisOperation::kAlltoall, 4, 2)));
  };
  CHECK(of(PortRule::kOnePort) == 16);  // all links end at 0 or 2; by their number 14
  CHECK(of(PortRule::kUniform) == 8);   // by their number 7
}

TEST_CASE("of an odd number of nodes with one port one has nothing to do in every cycle",
          "[synthesis][bounds]") {
  const NodeId nodes = GENERATE(3, 5, 7);
  CAPTURE(nodes);
  Edges ring;
  for (NodeId v = 0; v < nodes; ++v) ring.emplace_back(v, (v + 1) % nodes);
  const SynthesisNetwork network =
      joined_nodes(nodes, ring, LinkTiming{0_cycles, 1_words}, PortRule::kOnePort);
  const SynthesisRequest allgather = request(SynthesisOperation::kAllgather, nodes, 1);
  CHECK(cycles_bound(problem_of(network, allgather)) >= 2 * nodes);  // n (n - 1) by (n - 1) / 2
}

TEST_CASE("what crosses a cut, and what a node reads and writes, adds up", "[synthesis][bounds]") {
  const Edges path{{0, 1}, {1, 2}, {2, 3}};
  const Edges ring{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const auto of = [](const Edges& edges, PortRule rule, int startup, int words) {
    const auto network = joined_nodes(4, edges, LinkTiming{Cycles{startup}, 1_words}, rule);
    const SynthesisRequest alltoall = request(SynthesisOperation::kAlltoall, 4, words);
    if (rule == PortRule::kUniform) CHECK(wide_bound(network, alltoall) == 12);
    return cycles_bound(problem_of(network, alltoall));
  };
  CHECK(of(path, PortRule::kAllHalf, 0, 1) == 8);   // both ways over the link in the middle
  CHECK(of(path, PortRule::kAllFull, 0, 2) == 8);   // each way over its own
  CHECK(of(ring, PortRule::kUniform, 4, 1) == 12);  // reads 4 + 2 cycles, and writes as many
}

TEST_CASE("the worst cut is found to the cycle", "[synthesis][bounds]") {
  const Edges path{{0, 1}, {1, 2}, {2, 3}};
  const auto network = joined_nodes(4, path, LinkTiming{0_cycles, 1_words}, PortRule::kAllFull);
  const auto problem = problem_of(network, request(SynthesisOperation::kAlltoall, 4, 1));
  // 3 words from or to a node at the end, 4 over the link in the middle.
  CHECK(cut_bound(network, demands_of(problem), network.hops(), {0, 1, 2, 3}, 4,
                  [] { return false; }) == 4);
}

TEST_CASE("words go in lock steps, however many", "[synthesis][steps]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto rule = GENERATE(from_range(kPortRules));
  const auto operation =
      GENERATE(SynthesisOperation::kBroadcast, SynthesisOperation::kAllgather,
               SynthesisOperation::kAlltoall, SynthesisOperation::kReduceScatter);
  CAPTURE(graph, to_string(rule), to_string(operation));
  const auto network = joined_nodes(graph.nodes, graph.edges, {3_cycles, 2_words}, rule);
  SynthesisProblem problem = problem_of(network, request(operation, graph.nodes, 7));
  const auto never = [] { return false; };
  for (const std::int64_t steps : {20, 40}) {
    problem.steps = steps;
    const auto found = greedy_steps(problem, never);
    REQUIRE(found);
    CHECK(!flaw_of(problem, *found));
    std::set<std::int64_t> begins;
    for (const TimedTransfer& one : *found) begins.insert(one.start);
    CHECK(std::ssize(begins) <= steps);
  }
  CHECK(!greedy_steps(problem, [] { return true; }));
  problem.steps = 1;  // a step is enough where all are neighbours and all ports work
  const bool joined = graph.edges.size() == graph.nodes * (graph.nodes - 1) / 2;
  const bool enough = joined && rule == PortRule::kAllFull;
  CHECK((greedy_steps(problem, never).has_value() || !enough));
  CHECK((!greedy_steps(problem, never) || steps_bound(problem) == 1));
}

TEST_CASE("each lock step is set up", "[synthesis][bounds]") {
  const Edges path{{0, 1}, {1, 2}, {2, 3}};
  const auto network = joined_nodes(4, path, LinkTiming{5_cycles, 1_words}, PortRule::kAllFull);
  SynthesisProblem problem = problem_of(network, request(SynthesisOperation::kAllgather, 4, 6));
  CHECK(cycles_bound(problem) < 33);
  problem.steps = 3;
  CHECK(cycles_bound(problem) == 3 * 5 + 18);  // 18 words come to a node at the end
}

TEST_CASE("what switches join crosses cuts as words of the nodes alone", "[synthesis][bounds]") {
  const Edges two_switches{{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 5}};
  SynthesisNetwork network =
      joined_nodes(6, two_switches, LinkTiming{0_cycles, 10_words}, PortRule::kAllFull);
  for (SynthesisLink& link : network.links) {
    if (link.from >= 4 && link.to >= 4) link.bandwidth = 1;
  }
  SynthesisRequest allgather = request(SynthesisOperation::kAllgather, 4, 10);
  CHECK(wide_bound(network, allgather) == 20);  // two blocks go each way between the switches
}

TEST_CASE("the packets of a run are a schedule, backwards where they are combined",
          "[synthesis][known]") {
  const auto word = [](std::int64_t number) {
    return Blocks{Interval{0, 1}, Slice{Words{number}, 1_words}};
  };
  SECTION("backwards the last packet goes first") {
    const auto network = joined_nodes(3, {{0, 1}, {1, 2}}, {0_cycles, 1_words}, PortRule::kAllFull);
    const auto problem = problem_of(network, request(SynthesisOperation::kReduce, 3, 1));
    const auto found =
        timetable_of(problem, {"it", 2, true, {{2, 1, 0, word(0)}, {1, 0, 1, word(0)}}});
    REQUIRE(found);
    CHECK(!flaw_of(problem, *found));
    CHECK(cycles_of(problem.network, *found) == 2);
    CHECK(problem.network.links[found->front().link].from == 0);
    CHECK(found->front().start == 0);
  }
  SECTION("of two links between the same nodes the idle one is taken") {
    const auto network = joined_nodes(2, {{0, 1}, {0, 1}}, {0_cycles, 1_words}, PortRule::kAllFull);
    const auto problem = problem_of(network, request(SynthesisOperation::kMove, 2, 2));
    const auto found =
        timetable_of(problem, {"it", 1, false, {{0, 1, 0, word(0)}, {0, 1, 0, word(1)}}});
    REQUIRE(found);
    CHECK(cycles_of(network, *found) == 1);
    CHECK(!timetable_of(
        problem,
        {"three", 1, false, {{0, 1, 0, word(0)}, {0, 1, 0, word(1)}, {0, 1, 0, word(0)}}}));
  }
}

TEST_CASE("a packet from a node that the machine does not have is in no schedule", "[synthesis]") {
  const Graph& two = small_graphs()[0];
  const SynthesisProblem problem =
      problem_of(joined_nodes(two.nodes, two.edges, {0_cycles, 1_words}, PortRule::kAllFull),
                 request(SynthesisOperation::kBroadcast, two.nodes, 1));
  const auto packet = [](NodeId from) {
    return SeenPacket{from, 1, 0, Blocks{Interval{0, 1}, Slice{0_words, 1_words}}};
  };
  CHECK(timetable_of(problem, {.algorithm = "own", .cycles = 1, .packets = {packet(0)}}));
  constexpr NodeId kNoSuchNode = 100'000'000;
  CHECK(
      !timetable_of(problem, {.algorithm = "own", .cycles = 1, .packets = {packet(kNoSuchNode)}}));
}

TEST_CASE("a node through which parts of a machine talk sets up a packet for each",
          "[synthesis][bounds]") {
  const Edges star{{0, 1}, {0, 2}, {0, 3}};
  const auto of = [&](PortRule rule, SynthesisOperation operation, int startup) {
    const auto network = joined_nodes(4, star, LinkTiming{Cycles{startup}, 1_words}, rule);
    return cycles_bound(problem_of(network, request(operation, 4, 2)));
  };
  const auto allgather = SynthesisOperation::kAllgather;
  CHECK(of(PortRule::kOnePort, allgather, 5) == 54);      // 3 packets come and 3 go, 6 and 18 words
  CHECK(of(PortRule::kOneInOneOut, allgather, 5) == 33);  // 3 packets of 6 words go
  CHECK(of(PortRule::kOnePort, SynthesisOperation::kGather, 5) == 21);
  CHECK(of(PortRule::kAllFull, allgather, 5) < 33);
}

TEST_CASE("of a cut the links in the direction of the words count", "[synthesis][bounds]") {
  const Edges path{{0, 1}, {1, 2}, {2, 3}};
  SynthesisNetwork network =
      joined_nodes(4, path, LinkTiming{0_cycles, 4_words}, PortRule::kAllFull);
  network.links[*network.link(1, 2)].bandwidth = 2;
  SynthesisRequest broadcast = request(SynthesisOperation::kBroadcast, 4, 12);
  broadcast.root = 0;
  CHECK(wide_bound(network, broadcast) == 6);  // 12 words by 2
  broadcast.root = 3;
  CHECK(wide_bound(network, broadcast) == 5);  // the last of 3 packets of 4, over 3 links
  CHECK(cycles_bound(problem_of(network, broadcast)) == 5);
}

TEST_CASE("from one node to one other a flow needs no look at time", "[synthesis][bounds]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto rule = GENERATE(from_range(kPortRules));
  const auto seed = GENERATE(1U, 2U, 3U, 4U);
  const bool film = GENERATE(false, true);
  SynthesisNetwork network = joined_nodes(graph.nodes, graph.edges, {0_cycles, 1_words}, rule);
  std::mt19937 random{seed};
  for (SynthesisLink& link : network.links) {
    link.startup = random() % 3;
    link.bandwidth = 1 + random() % 3;
  }
  if (film) network = backwards(network);
  const auto never = [] { return false; };
  for (const std::int64_t words : {1, 2, 7, 20}) {
    for (NodeId to = 1; to < graph.nodes; ++to) {
      CAPTURE(graph, to_string(rule), seed, film, words, to);
      const std::int64_t fewest = flow_cycles(network, {{0, words}}, {{to, words}}, 0, never);
      const auto carried = [&](std::int64_t cycles) {
        return TimeFlow{network, cycles}.value({{0, words}}, {{to, words}});
      };
      CHECK(carried(fewest) == words);
      CHECK(carried(fewest - 1) < words);
      CHECK(flow_cycles(network, {{0, words}}, {{to, words}}, fewest + 3, never) == fewest + 3);
    }
  }
}

TEST_CASE("a way takes the place of a part of another one", "[synthesis][bounds]") {
  SynthesisNetwork network = joined_nodes(4, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}},
                                          {0_cycles, 1_words}, PortRule::kAllFull);
  for (const auto& [from, to] : {std::pair<NodeId, NodeId>{0, 2}, {1, 3}}) {
    network.links[*network.link(from, to)].startup = 2;
  }
  // The shortest way is 0, 1, 2, 3; the best two are 0, 1, 3 and 0, 2, 3: 4 cycles each.
  CHECK(flow_cycles(network, {{0, 20}}, {{3, 20}}, 0, [] { return false; }) == 13);
  CHECK(TimeFlow{network, 13}.value({{0, 20}}, {{3, 20}}) == 20);
  CHECK(TimeFlow{network, 12}.value({{0, 20}}, {{3, 20}}) < 20);
}

TEST_CASE("into the smaller part of a machine comes what all others have", "[synthesis][bounds]") {
  const Edges arms{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}, {5, 6}};
  SynthesisNetwork network =
      joined_nodes(7, arms, LinkTiming{0_cycles, 10_words}, PortRule::kAllFull);
  for (const auto& [from, to] : {std::pair<NodeId, NodeId>{1, 2}, {2, 1}}) {
    network.links[*network.link(from, to)].bandwidth = 1;
  }
  CHECK(wide_bound(network, request(SynthesisOperation::kAllgather, 7, 10)) == 50);
}

TEST_CASE("what several nodes send to one is bound by all of its ways together",
          "[synthesis][bounds]") {
  const SynthesisNetwork network = joined_nodes(5, {{0, 1}, {1, 2}, {2, 3}, {1, 4}, {1, 3}},
                                                {1_cycles, 1_words}, PortRule::kAllFull);
  SynthesisRequest gather = request(SynthesisOperation::kGather, 5, 1);
  gather.root = 3;
  const SynthesisProblem problem = problem_of(network, gather);
  // Of four words three come by way of node 1, those of nodes 0 and 4 after two links and two
  // start-ups; by themselves any of them is there in four cycles.
  CHECK(cycles_bound(problem) == 5);
  CHECK(solve(problem).cycles == 5);
}

TEST_CASE("bounds reach as far as their sums are exact, searches as far as they end",
          "[synthesis][bounds]") {
  Edges round;
  for (NodeId v = 0; v < 10; ++v) round.emplace_back(v, (v + 1) % 10);
  const SynthesisNetwork ring = joined_nodes(10, round, {0_cycles, 1_words}, PortRule::kAllFull);
  constexpr std::int64_t kMost = 100'000'000'000'000;  // 10^17 on 10^3 links
  CHECK(wide_bound(ring, request(SynthesisOperation::kBroadcast, 10, kMost)) >= kMost / 2);
  CHECK(wide_bound(ring, request(SynthesisOperation::kBroadcast, 10, kMost + 1000)) == 0);
  for (const auto one_block :
       {SynthesisOperation::kBroadcast, SynthesisOperation::kMove, SynthesisOperation::kReduce}) {
    CHECK_NOTHROW(require_searchable(4, Words{200'000}, one_block));
    CHECK_THROWS_AS(require_searchable(4, Words{200'001}, one_block), Refusal);
  }
  CHECK_NOTHROW(require_searchable(4, Words{50'000}, SynthesisOperation::kAllgather));
  CHECK_THROWS_AS(require_searchable(4, Words{50'001}, SynthesisOperation::kAllgather), Refusal);
}

TEST_CASE("machines of any size have bounds by distance, nodes, cuts and work",
          "[synthesis][bounds]") {
  const auto of = [](NodeId nodes, PortRule rule, int startup, SynthesisOperation operation,
                     int words) {
    Edges ring;
    for (NodeId v = 0; v < nodes; ++v) ring.emplace_back(v, (v + 1) % nodes);
    return wide_bound(joined_nodes(nodes, ring, LinkTiming{Cycles{startup}, 1_words}, rule),
                      request(operation, nodes, words));
  };
  // 33 nodes: 33 (2 + 4 + .. + 32) words by 66 links; halves of 16 and 17 by two; 16 to match.
  CHECK(of(33, PortRule::kAllFull, 0, SynthesisOperation::kAlltoall, 1) == 136);
  CHECK(of(33, PortRule::kAllHalf, 0, SynthesisOperation::kAlltoall, 1) == 272);
  CHECK(of(33, PortRule::kOnePort, 0, SynthesisOperation::kAlltoall, 1) == 561);
  CHECK(of(33, PortRule::kAllFull, 5, SynthesisOperation::kAllgather, 10) == 165);
  CHECK(of(33, PortRule::kOnePort, 5, SynthesisOperation::kAllgather, 1) == 97);
  CHECK(of(33, PortRule::kAllFull, 1, SynthesisOperation::kBroadcast, 8) == 35);
  CHECK(of(33, PortRule::kAllFull, 0, SynthesisOperation::kAllreduce, 330) == 320);
  CHECK(of(33, PortRule::kAllFull, 0, SynthesisOperation::kPermutation, 9) == 0);
  CHECK(of(3, PortRule::kOnePort, 4, SynthesisOperation::kGather, 2) == 8);
  CHECK(of(3, PortRule::kOnePort, 4, SynthesisOperation::kAlltoall, 2) == 16);  // reads and writes
  CHECK(of(33, PortRule::kAllFull, 2, SynthesisOperation::kMove, 7) == 6);
}

TEST_CASE("what one node hears of all others through its one link comes late",
          "[synthesis][bounds]") {
  const Edges star{{0, 4}, {1, 4}, {2, 4}, {3, 4}};  // 4 is a switch
  SynthesisNetwork network =
      joined_nodes(5, star, LinkTiming{0_cycles, 3_words}, PortRule::kAllFull);
  network.links[*network.link(4, 0)].bandwidth = 1;
  // The first word is at node 0 after two links, then one comes in every cycle.
  CHECK(wide_bound(network, request(SynthesisOperation::kAllgather, 4, 2)) == 7);
}

TEST_CASE("trees carry all words in the cycles of the worst cut", "[synthesis][forest]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto operation = GENERATE(SynthesisOperation::kBroadcast, SynthesisOperation::kAllgather,
                                  SynthesisOperation::kReduceScatter);
  const auto words = GENERATE(1, 2, 5);
  CAPTURE(graph, to_string(operation), words);
  SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, {0_cycles, 1_words}, PortRule::kAllFull);
  for (std::size_t l = 0; l < network.links.size(); ++l) {
    network.links[l].bandwidth = 1 + static_cast<std::int64_t>(l % 3);
  }
  const SynthesisProblem problem = problem_of(network, request(operation, graph.nodes, words));
  REQUIRE(suits_forest(problem));
  const auto& links = problem.network.links;
  std::int64_t worst = 0;
  for (std::uint32_t set = 1; set + 1 < 1U << graph.nodes; ++set) {
    const auto inside = [set](NodeId v) { return (set >> v & 1U) != 0; };
    std::int64_t room = 0;
    for (const SynthesisLink& link : links) {
      if (inside(link.to) && !inside(link.from)) room += link.bandwidth;
    }
    const std::int64_t in = std::ranges::count_if(
        problem.tokens, [&](const Token& token) { return !inside(token.source); });
    worst = std::max(worst, (in + room - 1) / room);
  }
  const auto never = [] { return false; };
  CHECK(worst_cut(problem, 1, 0, never) == worst);
  CHECK(worst_cut(problem, 1, worst + 2, never) == worst + 2);
  const auto forest = forest_of(problem, never);
  REQUIRE(forest);
  std::vector<std::int64_t> carried(links.size(), 0);
  for (std::size_t c = 0; c < problem.tokens.size(); ++c) {
    const auto& below = forest->below.at(forest->tree_of.at(c));
    std::vector<int> comes(graph.nodes, 0);
    for (std::size_t l = 0; l < links.size(); ++l) {
      if (below.at(l) == 0) continue;
      ++carried[l];
      ++comes[links[l].to];
    }
    for (NodeId v = 0; v < graph.nodes; ++v) CHECK(comes[v] == (v != problem.tokens[c].source));
  }
  for (std::size_t l = 0; l < links.size(); ++l) CHECK(carried[l] <= worst * links[l].bandwidth);
}

TEST_CASE("to one node or from one, a flow through time is a schedule of the fewest cycles",
          "[synthesis][flow]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto operation = GENERATE(SynthesisOperation::kScatter, SynthesisOperation::kGather);
  const auto rule = GENERATE(PortRule::kAllFull, PortRule::kAllHalf);
  for (const int words : {1, 3}) {
    CAPTURE(graph, to_string(operation), to_string(rule), words);
    const SynthesisNetwork network =
        joined_nodes(graph.nodes, graph.edges, LinkTiming{0_cycles, 1_words}, rule);
    const SynthesisProblem problem = problem_of(network, request(operation, graph.nodes, words));
    const std::int64_t fewest = solve(problem).cycles;
    const auto schedule = flow_schedule(problem, fewest);
    REQUIRE(schedule);
    CHECK(!flaw_of(problem, *schedule));
    for (const TimedTransfer& one : *schedule) CHECK(one.start < fewest);
    CHECK_FALSE(flow_schedule(problem, fewest - 1));
  }
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, LinkTiming{0_cycles, 1_words}, PortRule::kOnePort);
  CHECK_FALSE(flow_schedule(problem_of(network, request(operation, graph.nodes, 1)), 100));
}

TEST_CASE("an allreduce takes no fewer cycles than to reduce to any node, or broadcast from it",
          "[synthesis][bounds]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, LinkTiming{0_cycles, 1_words}, PortRule::kAllFull);
  const std::int64_t all =
      quick_bound(network, request(SynthesisOperation::kAllreduce, graph.nodes, 1));
  for (const auto half : {SynthesisOperation::kReduce, SynthesisOperation::kBroadcast}) {
    for (NodeId root = 0; root < graph.nodes; ++root) {
      CAPTURE(graph, to_string(half), root);
      SynthesisRequest asked = request(half, graph.nodes, 1);
      asked.root = root;
      CHECK(all >= cycles_bound(problem_of(network, asked)));
    }
  }
}

TEST_CASE("an alltoall of nine nodes through one port is found on shortest ways",
          "[synthesis][.full]") {
  Edges ring;
  for (NodeId v = 0; v < 9; ++v) ring.emplace_back(v, (v + 1) % 9);
  const SynthesisNetwork network =
      joined_nodes(9, ring, LinkTiming{0_cycles, 1_words}, PortRule::kOnePort);
  const Synthesis found = solve(problem_of(network, request(SynthesisOperation::kAlltoall, 9, 1)));
  CHECK(found.cycles == 45);
  CHECK(found.proof == Proof::kBound);
}

TEST_CASE("time backwards changes no optimum of what nothing is combined in", "[synthesis]") {
  const auto graph = GENERATE(from_range(small_graphs()));
  const auto words = GENERATE(1, 2);
  CAPTURE(graph, words);
  const SynthesisNetwork network =
      joined_nodes(graph.nodes, graph.edges, LinkTiming{1_cycles, 1_words}, PortRule::kAllHalf);
  const auto of = [&](SynthesisOperation operation) {
    return solve(problem_of(network, request(operation, graph.nodes, words))).cycles;
  };
  CHECK(of(SynthesisOperation::kScatter) == of(SynthesisOperation::kGather));
  CHECK(of(SynthesisOperation::kBroadcast) == of(SynthesisOperation::kReduce));
}

}  // namespace plexus
