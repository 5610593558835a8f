#include <bit>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/omega/passes.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/steps.hpp"
#include "models/omega/tally.hpp"
#include "testbenches/outputs/report.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"

using namespace plexus;

namespace {

struct Collective {
  const char* operation;
  const char* algorithm;
  bool any_size;  ///< on a crossbar
  /// The closed form of section 4.6, for networks on which each step is one pass.
  Cycles (*cycles)(NodeId nodes, Words words, std::int64_t packets, LinkTiming link);
};

Cycles one_pass(NodeId, Words w, std::int64_t, LinkTiming link) { return link.hop(w); }
Cycles shifts(NodeId k, Words w, std::int64_t, LinkTiming link) { return (k - 1) * link.hop(w); }
std::int64_t floor_log2(NodeId k) { return std::bit_width(k) - 1; }
/// F of section 1.2.
Cycles F(std::int64_t hops, Words w, std::int64_t nu, LinkTiming link) {
  Cycles sum;
  for (std::int64_t j = 0; j < nu; ++j) sum += link.hop(EvenSplit{w, nu}.size(j));
  return sum + (hops - 1) * link.hop(EvenSplit{w, nu}.largest());
}
/// sum for j = 1 .. n of c(2^(n-j) w)
Cycles recursive(NodeId k, Words w, std::int64_t, LinkTiming link) {
  Cycles sum;
  for (std::int64_t j = 1; j <= floor_log2(k); ++j) {
    sum += link.hop((std::int64_t{1} << (floor_log2(k) - j)) * w);
  }
  return sum;
}

const std::vector<Collective> kCollectives{
    {"move", "direct", true, one_pass},
    {"broadcast", "hardware", true, one_pass},
    {"broadcast", "ring", true,
     [](NodeId k, Words w, std::int64_t nu, LinkTiming link) { return F(k - 1, w, nu, link); }},
    {"broadcast", "recursive-doubling", true,
     [](NodeId k, Words w, std::int64_t, LinkTiming link) {
       return std::bit_width(k - 1) * link.hop(w);
     }},
    {"broadcast", "binary-tree", true,
     [](NodeId k, Words w, std::int64_t nu, LinkTiming link) {
       if (k == 2) return F(1, w, nu, link);
       return 2 * F(std::has_single_bit(k) ? floor_log2(k) - 1 : floor_log2(k), w, nu, link);
     }},
    {"scatter", "recursive", false, recursive},
    {"gather", "recursive", false, recursive},
    {"allgather", "daisy-chain", true, shifts},
    {"allgather", "recursive-doubling", true,
     [](NodeId k, Words w, std::int64_t, LinkTiming link) {
       Cycles sum;
       for (NodeId g = 1; g < k;) {
         const NodeId m = std::min(g, k - g);
         sum += link.hop(m * w);
         g += m;
       }
       return sum;
     }},
    {"alltoall", "exchange", false,
     [](NodeId k, Words w, std::int64_t, LinkTiming link) {
       return floor_log2(k) * link.hop(k / 2 * w);
     }},
    {"alltoall", "shifts", true, shifts},
    {"reduce", "combining", false, one_pass},
};

bool takes(const Collective& collective, const std::string& parameter) {
  static const Catalogue catalogue = make_catalogue();
  for (const CatalogueEntry* algorithm : catalogue.algorithms_of("omega", collective.operation)) {
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

std::string class_of(const std::vector<std::string>& words) {
  const CommandResult result = run_json(words);
  if (result.status == kVerified) return "none";
  CHECK(result.status == kRefused);
  return result.json["error"]["class"];
}

Permutation random_permutation(NodeId nodes, unsigned seed) {
  Permutation permutation(nodes);
  for (NodeId v = 0; v < nodes; ++v) permutation[v] = v;
  std::mt19937 random{seed};
  for (NodeId v = nodes; v > 1; --v) std::swap(permutation[v - 1], permutation[random() % v]);
  return permutation;
}

}  // namespace

TEST_CASE("collectives take the closed forms of section 4.6 on the omega network",
          "[machine][omega]") {
  const Collective collective = GENERATE(from_range(kCollectives));
  CAPTURE(collective.operation, collective.algorithm);
  std::mt19937 random{2024};
  for (const NodeId nodes : {2U, 4U, 8U, 16U, 32U, 64U}) {
    for (int sample = 0; sample < (nodes > 16 ? 3 : 8); ++sample) {
      const auto words = static_cast<std::int64_t>(1 + random() % 23);
      const auto startup = static_cast<std::int64_t>(random() % 5);
      const auto bandwidth = static_cast<std::int64_t>(1 + random() % 4);
      Json given = request(collective, nodes, words, startup, bandwidth);
      std::int64_t packets = 1;
      if (takes(collective, "packets")) {
        packets = static_cast<std::int64_t>(1 + random() % static_cast<unsigned>(words));
        given["packets"] = packets;
      }
      CAPTURE(given.dump());
      const Report report = run_report("omega", collective.operation, collective.algorithm, given);
      CHECK(report.cycles ==
            collective.cycles(nodes, Words{words}, packets, {Cycles{startup}, Words{bandwidth}}));
      check_good(report);
    }
  }
}

TEST_CASE("a crossbar of any size runs what section 4.6 lists for it", "[machine][omega]") {
  const Collective collective = GENERATE(from_range(kCollectives));
  CAPTURE(collective.operation, collective.algorithm);
  for (const NodeId nodes : {3U, 5U, 6U, 7U, 12U, 13U}) {
    Json given = request(collective, nodes, 7, 2, 2);
    given["network"] = "crossbar";
    if (takes(collective, "packets")) given["packets"] = 3;
    CAPTURE(given.dump());
    if (!collective.any_size) {
      CHECK_THROWS_AS(run_report("omega", collective.operation, collective.algorithm, given),
                      Refusal);
      continue;
    }
    const Report report = run_report("omega", collective.operation, collective.algorithm, given);
    CHECK(report.cycles == collective.cycles(nodes, 7_words, takes(collective, "packets") ? 3 : 1,
                                             {2_cycles, 2_words}));
    check_good(report);
  }
}

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

namespace {

/// A row of the table of section 5.3.
struct PassRow {
  const char* permutation;
  NodeId nodes;
  int omega;
  int self_routed;
  int inverse_omega;
  int baseline;
  int data_manipulator;
  int buffered_1;
  int buffered_2;
};

const std::vector<PassRow> kPassRows{
    {"identity", 8, 1, 1, 1, 2, 1, 4, 4},          {"identity", 16, 1, 1, 1, 4, 1, 5, 5},
    {"identity", 32, 1, 1, 1, 4, 1, 6, 6},         {"complement", 8, 1, 1, 1, 2, 2, 4, 4},
    {"complement", 16, 1, 1, 1, 4, 2, 5, 5},       {"complement", 32, 1, 1, 1, 4, 2, 6, 6},
    {"shuffle", 8, 2, 2, 2, 2, 1, 6, 5},           {"shuffle", 16, 2, 2, 2, 2, 1, 7, 6},
    {"shuffle", 32, 2, 2, 2, 4, 1, 8, 7},          {"inverse-shuffle", 8, 2, 3, 2, 2, 2, 8, 6},
    {"inverse-shuffle", 16, 2, 4, 2, 2, 3, 11, 8}, {"inverse-shuffle", 32, 2, 5, 2, 4, 3, 14, 10},
    {"bit-reversal", 8, 2, 2, 2, 1, 2, 6, 5},      {"bit-reversal", 16, 4, 4, 4, 1, 3, 11, 8},
    {"bit-reversal", 32, 4, 4, 4, 1, 4, 12, 9},    {"transpose", 8, 2, 2, 2, 2, 1, 6, 5},
    {"transpose", 16, 4, 4, 4, 2, 3, 11, 8},       {"transpose", 32, 4, 4, 4, 2, 3, 12, 9},
    {"butterfly", 8, 2, 2, 2, 1, 2, 6, 5},         {"butterfly", 16, 2, 2, 2, 2, 2, 7, 6},
    {"butterfly", 32, 2, 2, 2, 2, 2, 8, 7},
};

Json permuted(const PassRow& row) {
  return {{"nodes", row.nodes}, {"permutation", row.permutation}};
}

}  // namespace

TEST_CASE("the table of section 5.3, measured on the hardware", "[machine][omega]") {
  const PassRow row = GENERATE(from_range(kPassRows));
  CAPTURE(row.permutation, row.nodes);
  const auto scheduled = [&](const char* network) {
    Json given = permuted(row);
    given["network"] = network;
    given["words"] = 3;
    given["startup"] = 2;
    const Report report = run_report("omega", "permutation", "scheduled-passes", given);
    check_good(report);
    CHECK(report.cycles == report.statistics["passes"].get<std::int64_t>() * 5_cycles);
    CHECK(report.statistics["max_link_load"] <= report.statistics["passes"]);
    CHECK(report.statistics["transfers"] == row.nodes);
    return report.statistics["passes"].get<int>();
  };
  CHECK(scheduled("omega") == row.omega);
  CHECK(scheduled("inverse-omega") == row.inverse_omega);
  CHECK(scheduled("indirect-binary-cube") == row.inverse_omega);
  CHECK(scheduled("baseline") == row.baseline);
  CHECK(scheduled("data-manipulator") == row.data_manipulator);
  CHECK(scheduled("benes") == 1);
  CHECK(scheduled("crossbar") == 1);

  Json given = permuted(row);
  given["words"] = 3;
  given["startup"] = 2;
  const Report self_routed = run_report("omega", "permutation", "self-routed", given);
  check_good(self_routed);
  CHECK(self_routed.statistics["passes"] == row.self_routed);
  CHECK(self_routed.statistics["transfers"] == row.nodes);
  CHECK(self_routed.cycles == row.self_routed * 5_cycles);

  for (const auto& [depth, cycles] : {std::pair{1, row.buffered_1}, {2, row.buffered_2}}) {
    Json buffered = permuted(row);
    buffered["fifo_depth"] = depth;
    const Report report = run_report("omega", "permutation", "buffered", buffered);
    check_good(report);
    CHECK(report.cycles == Cycles{cycles});
    CHECK(report.statistics["transfers"] == row.nodes);
    CHECK(report.statistics["max_fifo"] <= depth);
    const bool moves =
        std::string_view{row.permutation} != "identity";  // one that moves nothing needs no cycle
    CHECK(report.lower_bound == (moves ? std::nullopt : std::optional{0_cycles}));
  }
}

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

TEST_CASE("a permutation that keeps every block still takes its pass, above a bound of 0",
          "[machine][omega]") {
  const Report report =
      run_report("omega", "permutation", "scheduled-passes", {{"permutation", "identity"}});
  CHECK(report.cycles == 64_cycles);
  CHECK(report.lower_bound == 0_cycles);
  CHECK(run_report("omega", "permutation", "self-routed", {{"permutation", "identity"}})
            .lower_bound == 0_cycles);
  CHECK(run_report("omega", "permutation", "buffered", {{"permutation", "identity"}}).lower_bound ==
        0_cycles);
}

TEST_CASE("every attempt of a switch that routes itself is set up anew", "[machine][omega]") {
  const auto [setup, charge] = GENERATE(table<std::string, Cycles>(
      {{"none", 0_cycles}, {"sequential", 24_cycles}, {"parallel", 9_cycles}}));
  CAPTURE(setup);
  const Report report =
      run_report("omega", "permutation", "self-routed",
                 {{"nodes", 8}, {"permutation", "inverse-shuffle"}, {"setup", setup}});
  check_good(report);
  CHECK(report.cycles == 3 * (64_cycles + charge));  // 3 attempts
  CHECK(report.statistics["passes"] == 3);
  CHECK(report.statistics["setups"] == 3);
  CHECK(class_of({"omega", "permutation", "--algorithm", "self-routed", "--nodes", "9", "--radix",
                  "3", "--setup", "parallel"}) == "size");
}

// ---- questions and refusals ---------------------------------------------------------------------

TEST_CASE("a request that makes no sense is refused with its class", "[machine][omega]") {
  CHECK(class_of({"omega", "broadcast", "--nodes", "6"}) == "size");
  CHECK(class_of({"omega", "move", "--nodes", "1"}) == "size");
  CHECK(class_of({"omega", "scatter", "--nodes", "6", "--network", "crossbar"}) == "size");
  CHECK(class_of({"omega", "gather", "--nodes", "6", "--network", "crossbar"}) == "size");
  CHECK(class_of({"omega", "alltoall", "--algorithm", "exchange", "--nodes", "6", "--network",
                  "crossbar"}) == "size");
  CHECK(class_of({"omega", "alltoall", "--nodes", "6", "--network", "crossbar", "--setup",
                  "parallel"}) == "size");
  CHECK(class_of({"omega", "permutation", "--nodes", "16", "--radix", "3"}) == "size");
  CHECK(class_of({"omega", "permutation", "--nodes", "16", "--radix", "32"}) == "size");
  CHECK(class_of({"omega", "topology", "--algorithm", "count", "--nodes", "16"}) == "size");
  CHECK(class_of({"omega", "broadcast", "--element-broadcast", "false"}) == "feature");
  CHECK(class_of({"omega", "broadcast", "--network", "benes"}) == "feature");
  CHECK(class_of({"omega", "broadcast", "--network", "data-manipulator"}) == "feature");
  CHECK(class_of({"omega", "reduce", "--network", "baseline"}) == "feature");
  CHECK(class_of({"omega", "permutation", "--algorithm", "self-routed", "--network", "baseline"}) ==
        "feature");
  CHECK(class_of({"omega", "permutation", "--algorithm", "buffered", "--network", "crossbar"}) ==
        "feature");
  CHECK(class_of({"omega", "permutation", "--network", "baseline", "--radix", "8"}) == "feature");
  CHECK(class_of({"omega", "scan"}) != "none");
  CHECK(class_of({"omega", "move", "--source", "3", "--destination", "3"}) == "range");
  CHECK(class_of({"omega", "move", "--destination", "8"}) == "range");
  CHECK(class_of({"omega", "broadcast", "--words", "0"}) == "range");
  CHECK(class_of({"omega", "broadcast", "--algorithm", "ring", "--packets", "65"}) == "range");
  CHECK(class_of({"omega", "permutation", "--permutation", "shift:8"}) == "range");
  CHECK(class_of({"omega", "permutation", "--nodes", "4", "--permutation", "0,1,2,2"}) == "range");
  CHECK(class_of({"omega", "permutation", "--nodes", "4", "--permutation", "0,1,2"}) == "range");
  CHECK(class_of({"omega", "permutation", "--nodes", "4", "--permutation", "[0,1,2,4]"}) ==
        "range");
  CHECK(class_of({"omega", "permutation", "--algorithm", "buffered", "--fifo-depth", "0"}) ==
        "range");
  CHECK(class_of({"omega", "permutation", "--radix", "1"}) == "range");
  CHECK(class_of({"omega", "permutation", "--algorithm", "buffered", "--words", "3"}) == "usage");
  CHECK(class_of({"omega", "broadcast", "--algorithm", "hardware", "--packets", "3"}) == "usage");
  CHECK(class_of({"omega", "permutation", "--permutation", "bit-revresal"}) == "usage");
}

TEST_CASE("a permutation can be given by name, as a list or as JSON", "[machine][omega]") {
  const auto passes = [](const std::string& permutation) {
    const CommandResult result =
        run_json({"omega", "permutation", "--nodes", "4", "--permutation", permutation});
    REQUIRE(result.status == kVerified);
    return result.json["statistics"]["passes"].get<int>();
  };
  CHECK(passes("shuffle") == 2);
  CHECK(passes("0,2,1,3") == 2);
  CHECK(passes("[0,2,1,3]") == 2);
  CHECK(passes("3,2,1,0") == 1);
}

TEST_CASE("an explorer's questions are answered by one command each", "[machine][omega]") {
  const auto ask = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"omega", "topology", "--algorithm"});
    const CommandResult result = run_json(words);
    REQUIRE(result.status == kVerified);
    CHECK(result.json["cycles"] == 0);
    CHECK(result.json["predictions"].empty());
    return result.json["statistics"];
  };
  const Json passes = ask({"passes", "--nodes", "16", "--permutation", "bit-reversal"});
  CHECK(passes["passes_at_once"] == false);
  CHECK(passes["passes"] == 4);
  CHECK(passes["max_link_load"] == 4);
  CHECK(passes["sources_per_pass"][0] == Json{0, 1, 2, 3});
  CHECK(ask({"passes", "--network", "baseline"})["passes_at_once"] == true);
  CHECK(ask({"passes", "--network", "benes"})["element_exchanges"].size() == 5);

  const Json collisions = ask({"collisions", "--permutation", "bit-reversal"});
  CHECK(collisions["collisions"] == 4);
  CHECK(collisions["pairs"][0] ==
        Json{{"stage", 0}, {"element", 0}, {"link", 0}, {"first", "0->0"}, {"second", "4->1"}});

  const Json route = ask({"route", "--source", "0", "--destination", "5"});
  CHECK(route["output"] == Json{1, 0, 1});
  CHECK(route["link"].back() == 5);
  CHECK(
      ask({"route", "--network", "benes", "--source", "3", "--destination", "6"})["link"].back() ==
      6);

  for (const auto& [network, passing] : std::map<std::string, int>{{"omega", 4096},
                                                                   {"inverse-omega", 4096},
                                                                   {"baseline", 4096},
                                                                   {"indirect-binary-cube", 4096},
                                                                   {"benes", 40320},
                                                                   {"crossbar", 40320},
                                                                   {"data-manipulator", 1056}}) {
    CAPTURE(network);
    CHECK(ask({"count", "--network", network})["passing"] == passing);
  }
  CHECK(ask({"network", "--nodes", "16"})["elements"] == 32);
}

TEST_CASE("a reduce-scatter round a ring sets the switch as the daisy chain does", "[omega]") {
  // One shift by one for all passes: elements change before the first of them alone.
  const Json chain =
      run_report("omega", "allgather", "daisy-chain", {{"nodes", 8}, {"startup", 3}}).statistics;
  const Json ring =
      run_report("omega", "reduce-scatter", "ring", {{"nodes", 8}, {"startup", 3}}).statistics;
  CHECK(ring["elements_changed"] == chain["elements_changed"]);
  CHECK(ring["passes"] == chain["passes"]);
}

TEST_CASE("between exchanges over other bits the elements of two stages change", "[omega]") {
  // All 12 elements are set once; over one bit the four elements of one stage exchange.
  const auto changed = [](const char* algorithm) {
    const Json figures =
        run_report("omega", "allreduce", algorithm, {{"nodes", 8}, {"words", 64}}).statistics;
    CHECK(figures["setups"] == figures["passes"]);  // each pass is a step of its own
    return figures["elements_changed"];
  };
  CHECK(changed("rabenseifner") == 12 + 4 * 8);  // 4, 2, 1, 1, 2, 4
  CHECK(changed("recursive-doubling") == 12 + 2 * 8);
}
