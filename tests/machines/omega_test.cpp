#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/omega/machine.hpp"
#include "models/omega/passes.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/steps.hpp"
#include "models/omega/tally.hpp"
#include "testbenches/outputs/report.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/run_bench.hpp"

using namespace plexus;

namespace {

struct Collective {
  const char* operation;
  const char* algorithm;
};

const std::vector<Collective> kCollectives{
    {"move", "direct"},
    {"broadcast", "hardware"},
    {"broadcast", "ring"},
    {"broadcast", "binary-tree"},
    {"broadcast", "recursive-doubling"},
    {"scatter", "recursive"},
    {"gather", "recursive"},
    {"allgather", "daisy-chain"},
    {"allgather", "recursive-doubling"},
    {"alltoall", "exchange"},
    {"alltoall", "shifts"},
    {"reduce", "combining"},
};

std::int64_t floor_log2(NodeId k) { return std::bit_width(k) - 1; }

bool takes(const Collective& collective, const std::string& parameter) {
  for (const CatalogueEntry* algorithm :
       every_machine().algorithms_of("omega", collective.operation)) {
    if (algorithm->name != collective.algorithm) continue;
    for (const Parameter& one : algorithm->parameters) {
      if (one.name == parameter) return true;
    }
  }
  return false;
}

Json request(const Collective& collective, NodeId nodes, std::int64_t words, std::int64_t startup,
             std::int64_t bandwidth) {
  Json given{{"nodes", nodes}, {"words", words}, {"startup", startup}, {"bandwidth", bandwidth}};
  if (takes(collective, "root")) given["root"] = (nodes * 5 / 8) % nodes;
  return given;
}

/// Verified, at its bound or above, and every prediction holds.
void check_good(const Report& report) {
  CAPTURE(report.problem, report.cycles);
  CHECK(report.verified);
  CHECK(good(report));
  for (const Prediction& prediction : report.predictions) {
    CAPTURE(prediction.equation, prediction.cycles);
    CHECK(prediction.holds(report.cycles));
  }
}

Permutation random_permutation(NodeId nodes, unsigned seed) {
  Permutation permutation(nodes);
  for (NodeId v = 0; v < nodes; ++v) permutation[v] = v;
  std::mt19937 random{seed};
  for (NodeId v = nodes; v > 1; --v) std::swap(permutation[v - 1], permutation[random() % v]);
  return permutation;
}

}  // namespace

TEST_CASE("every network and set-up mode gives the exact count, cut steps and charges included",
          "[machine][omega]") {
  const auto kind = GENERATE(from_range(all_network_kinds().begin(), all_network_kinds().end()));
  const std::string setup = GENERATE("none", "sequential", "parallel");
  CAPTURE(kind, setup);
  for (const Collective& collective : kCollectives) {
    const std::string operation = collective.operation;
    const bool hardware = std::string{collective.algorithm} == "hardware";
    const NetworkShape shape{kind, 8};
    for (const NodeId nodes : {4U, 8U, 16U}) {
      Json given = request(collective, nodes, 10, 2, 1);
      given["network"] = to_string(kind);
      given["setup"] = setup;
      if (takes(collective, "packets")) given["packets"] = 3;
      CAPTURE(collective.algorithm, given.dump());
      if ((hardware && !shape.can_broadcast()) ||
          (operation == "reduce" && kind != NetworkKind::kOmega)) {
        CHECK_THROWS_AS(run_report("omega", operation, collective.algorithm, given), Refusal);
        continue;
      }
      const Report report = run_report("omega", operation, collective.algorithm, given);
      check_good(report);  // among the predictions: the exact count, from the plan alone
      const auto passes = report.statistics["passes"].get<std::int64_t>();
      const auto setups = report.statistics["setups"].get<std::int64_t>();
      CHECK(setups >= 1);
      CHECK(setups <= passes);
    }
  }
}

TEST_CASE("the hardware's figures are those of the plan, not only its cycles", "[machine][omega]") {
  const auto kind = GENERATE(NetworkKind::kOmega, NetworkKind::kBaseline,
                             NetworkKind::kDataManipulator, NetworkKind::kInverseOmega);
  const SwitchMachine machine{NetworkShape{kind, 16}, {1_cycles, 2_words}, SetupMode::kParallel};
  const std::map<std::string, std::pair<std::string, SwitchPlan>> plans{
      {"recursive-doubling", {"broadcast", doubling_broadcast_plan(16, 5, 9_words)}},
      {"binary-tree", {"broadcast", pipelined_plan(tree_maps(16, 5), {9_words, 4})}},
      {"ring", {"broadcast", pipelined_plan(ring_maps(16, 5), {9_words, 4})}},
      {"daisy-chain", {"allgather", daisy_chain_plan(16, 9_words)}},
      {"exchange", {"alltoall", exchange_plan(16, 9_words)}},
      {"shifts", {"alltoall", shifts_plan(16, 9_words)}},
  };
  for (const auto& [algorithm, what] : plans) {
    CAPTURE(kind, algorithm);
    Json given{{"nodes", 16},
               {"words", 9},
               {"startup", 1},
               {"bandwidth", 2},
               {"network", to_string(kind)},
               {"setup", "parallel"}};
    if (what.first == "broadcast") given["root"] = 5;
    if (algorithm == "ring" || algorithm == "binary-tree") given["packets"] = 4;
    const Report report = run_report("omega", what.first, algorithm, given);
    const SwitchTally expected = tally(machine, what.second);
    CHECK(report.cycles == expected.cycles);
    CHECK(report.statistics["passes"] == expected.passes);
    CHECK(report.statistics["setups"] == expected.setups);
    CHECK(report.statistics["transfers"] == expected.transfers);
    CHECK(report.statistics["word_hops"] == expected.word_hops.count());
    CHECK(report.statistics["peak_active"] == expected.peak_active);
  }
}

TEST_CASE("optimal packets are not beaten, formula packets are the paper's", "[machine][omega]") {
  for (const char* algorithm : {"ring", "binary-tree"}) {
    for (const NodeId nodes : {4U, 8U, 16U}) {
      Json given{{"nodes", nodes}, {"words", 20}, {"startup", 4}, {"packets", "optimal"}};
      const Report best = run_report("omega", "broadcast", algorithm, given);
      check_good(best);
      for (int packets = 1; packets <= 20; ++packets) {
        given["packets"] = packets;
        const Report other = run_report("omega", "broadcast", algorithm, given);
        CAPTURE(algorithm, nodes, packets);
        CHECK(other.cycles >= best.cycles);
        if (other.cycles == best.cycles) CHECK(best.statistics["packets"] <= packets);
      }
      given["packets"] = "formula";
      const std::int64_t hops = std::string{algorithm} == "ring"
                                    ? std::int64_t{nodes} - 1
                                    : std::max<std::int64_t>(1, floor_log2(nodes) - 1);
      CHECK(run_report("omega", "broadcast", algorithm, given).statistics["packets"] ==
            formula_packets(hops, 20_words, {4_cycles, 1_words}));
    }
  }
}

// ---- section 5.3 --------------------------------------------------------------------------------

TEST_CASE("random permutations arrive on every network, in every way", "[machine][omega]") {
  const auto nodes = GENERATE(4U, 8U, 16U, 32U, 64U);
  const auto seed = GENERATE(range(1U, 6U));
  CAPTURE(nodes, seed);
  const Permutation permutation = random_permutation(nodes, seed);
  const Json given{{"nodes", nodes}, {"permutation", permutation}, {"words", 5}, {"startup", 1}};
  for (const NetworkKind kind : all_network_kinds()) {
    Json on_network = given;
    on_network["network"] = to_string(kind);
    const Report report = run_report("omega", "permutation", "scheduled-passes", on_network);
    CAPTURE(kind);
    check_good(report);
    CHECK(report.statistics["passes"] ==
          passes_needed(NetworkShape{kind, nodes}, routes_of(permutation)));
  }
  check_good(run_report("omega", "permutation", "self-routed", given));
  for (const char* arbitration : {"alternating", "fixed", "oldest", "random"}) {
    for (const int depth : {1, 3}) {
      check_good(run_report("omega", "permutation", "buffered",
                            {{"nodes", nodes},
                             {"permutation", permutation},
                             {"fifo_depth", depth},
                             {"arbitration", arbitration}}));
    }
  }
}

TEST_CASE("an omega network passes as many permutations as its elements have settings",
          "[machine][omega]") {
  const Report report = run_report("omega", "topology", "count", {{"nodes", 4}});
  CHECK(report.statistics["permutations"] == 24);
  CHECK(report.statistics["passing"] == 16);  // 4 elements straight or crossed
  CHECK(report.statistics["share"] == Approx(16.0 / 24));
}

TEST_CASE("blocked messages are those of all stages", "[machine][omega]") {
  const Json figures = plexus_command(
                           "run omega permutation --algorithm self-routed --nodes 8 --permutation "
                           "0,4,2,6,1,5,3,7 --json")
                           .json()["statistics"];
  CAPTURE(figures.dump());
  const auto stages = figures["blocked_per_stage"].get<std::vector<int>>();
  CHECK(stages.size() == 3);
  CHECK(std::accumulate(stages.begin(), stages.end(), 0) == figures["blocked"]);
  CHECK(figures["blocked"] > 0);
}

TEST_CASE("elements of larger radix pass every shift at once", "[machine][omega]") {
  for (const auto& [nodes, radix] : {std::pair{16U, 4U}, {64U, 4U}, {64U, 8U}, {27U, 3U}}) {
    for (NodeId a = 0; a < nodes; a += 5) {
      const Json given{
          {"nodes", nodes}, {"radix", radix}, {"permutation", "shift:" + std::to_string(a)}};
      CAPTURE(given.dump());
      for (const char* algorithm : {"scheduled-passes", "self-routed"}) {
        const Report report = run_report("omega", "permutation", algorithm, given);
        check_good(report);
        CHECK(report.statistics["passes"] == 1);
      }
    }
  }
}

TEST_CASE("a combined result in which an operand is missing is told", "[machine][omega][fault]") {
  Algorithm<SwitchCase> planted = omega::reduce_combining();
  const auto check = planted.check;
  planted.check = [check](const SwitchCase& at, const switch_machine& top) {
    BlockList some;
    for (BlockId operand = 1; operand < at.nodes(); ++operand) some.add(operand);
    *at.combined = some.blocks({0_words, at.words});
    return check(at, top);
  };
  Catalogue catalogue;
  const MachineList<SwitchCase> add{catalogue, unbuffered_switch()};
  add(planted);
  const Said said = plexus_command(catalogue, words_of("run omega reduce --algorithm combining"));
  CHECK(said.status == kWrong);
  CHECK_THAT(said.out + said.err, Catch::Contains("does not get every operand once"));
}
