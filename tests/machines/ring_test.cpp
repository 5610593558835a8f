#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/ensemble/pipelining.hpp"
#include "models/ring/case.hpp"
#include "testbenches/outputs/report.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"

using namespace plexus;

namespace {

/// One ring algorithm, and how many cycles the specification's section 4.3 says that it takes.
struct RingRow {
  const char* operation;
  const char* algorithm;
  bool has_packets;
  const char* port_rule;  ///< the strictest that it always keeps
  Cycles (*cycles)(const Values&);
};

LinkTiming link_of(const Values& at) { return at.timing(); }
NodeId nodes_of(const Values& at) { return at.node("nodes"); }
std::int64_t packets_of(const Values& at) { return at.number("packets"); }
NodeId distance_of(const Values& at) {
  return RingShape{nodes_of(at)}.distance(at.node("source"), at.node("destination"));
}
/// F of the specification, 1.2; a part of z words uses min(nu, z) packets.
Cycles F(NodeId hops, Words words, std::int64_t packets, LinkTiming link) {
  return words == 0_words ? 0_cycles
                          : pipelined(hops, words, std::min(packets, words.count()), link);
}

const std::vector<RingRow> kRingRows{
    {"move", "naive", false, "one-port",
     [](const Values& at) { return distance_of(at) * link_of(at).hop(at.words()); }},
    {"move", "pipelined", true, "ring-strict",
     [](const Values& at) { return F(distance_of(at), at.words(), packets_of(at), link_of(at)); }},
    {"move", "two-path", true, "all-half",
     [](const Values& at) {
       const NodeId i = distance_of(at);
       const Words half{at.words().count() / 2};
       return std::max(F(i, at.words() - half, packets_of(at), link_of(at)),
                       F(nodes_of(at) - i, half, packets_of(at), link_of(at)));
     }},
    {"move", "two-path-optimal", false, "all-half",
     [](const Values& at) {
       const NodeId i = distance_of(at);
       const auto best = [&](NodeId hops, Words words) {
         Cycles fewest = F(hops, words, 1, link_of(at));
         for (std::int64_t nu = 2; nu <= words.count(); ++nu) {
           fewest = std::min(fewest, F(hops, words, nu, link_of(at)));
         }
         return fewest;
       };
       Cycles fewest = best(i, at.words());
       for (Words first; first < at.words(); first += 1_words) {
         fewest =
             std::min(fewest, std::max(best(i, first), best(nodes_of(at) - i, at.words() - first)));
       }
       return fewest;
     }},
    {"broadcast", "one-way", true, "ring-strict",
     [](const Values& at) { return F(nodes_of(at) - 1, at.words(), packets_of(at), link_of(at)); }},
    {"broadcast", "two-way", true, "ring-strict",
     [](const Values& at) { return F(nodes_of(at) / 2, at.words(), packets_of(at), link_of(at)); }},
    {"scatter", "two-way", false, "ring-strict",
     [](const Values& at) { return nodes_of(at) / 2 * link_of(at).hop(at.words()); }},
    {"gather", "one-way", false, "ring-strict",
     [](const Values& at) { return (nodes_of(at) - 1) * link_of(at).hop(at.words()); }},
    {"gather", "two-way", false, "all-half",
     [](const Values& at) { return nodes_of(at) / 2 * link_of(at).hop(at.words()); }},
    {"allgather", "daisy-chain", false, "one-in-one-out",
     [](const Values& at) { return (nodes_of(at) - 1) * link_of(at).hop(at.words()); }},
    {"alltoall", "rotate", false, "one-in-one-out",
     [](const Values& at) {
       Cycles sum;
       for (NodeId i = 1; i < nodes_of(at); ++i) {
         sum += link_of(at).hop((nodes_of(at) - i) * at.words());
       }
       return sum;
     }},
};

/// A point of the grid that the foundation must hold on: nodes 3 .. 40, words 1 .. 100,
/// startup 0 .. 7, bandwidth 1 .. 5, any roots and packets.
Json point(const RingRow& row, std::mt19937& random) {
  const auto number = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>{low, high}(random);
  };
  const std::int64_t nodes = number(3, 40);
  const std::int64_t words = number(1, 100);
  Json given{{"nodes", nodes},
             {"words", words},
             {"startup", number(0, 7)},
             {"bandwidth", number(1, 5)},
             {"port_rule", row.port_rule}};
  const std::string operation = row.operation;
  if (operation == "move") {
    given["source"] = number(0, nodes - 1);
    given["destination"] = (given["source"].get<std::int64_t>() + number(1, nodes - 1)) % nodes;
  }
  if (operation == "broadcast" || operation == "scatter" || operation == "gather") {
    given["root"] = number(0, nodes - 1);
  }
  if (row.has_packets) given["packets"] = number(1, words);
  return given;
}

std::vector<Parameter> parameters_of(const RingRow& row) {
  const Catalogue catalogue = make_catalogue();
  for (const CatalogueEntry* found : catalogue.algorithms_of("ring", row.operation)) {
    if (found->name == std::string{row.algorithm}) return found->parameters;
  }
  return {};
}

void check(const RingRow& row, const std::vector<Parameter>& parameters, const Json& given) {
  CAPTURE(given.dump());
  const Report report = run_report("ring", row.operation, row.algorithm, given);
  REQUIRE(report.verified);
  REQUIRE(report.cycles == row.cycles(complete(parameters, given)));
  REQUIRE(report.lower_bound);
  REQUIRE(report.cycles >= *report.lower_bound);
  REQUIRE_FALSE(report.predictions.empty());
  for (const Prediction& prediction : report.predictions) {
    CAPTURE(prediction.equation, prediction.cycles, to_string(prediction.relation));
    REQUIRE(prediction.holds(report.cycles));
  }
  REQUIRE(report.predictions.back().equation == "exact");
  REQUIRE(good(report));
}

void check_sample(const RingRow& row, int points, unsigned seed) {
  const std::vector<Parameter> parameters = parameters_of(row);
  std::mt19937 random{seed};
  for (int i = 0; i < points; ++i) check(row, parameters, point(row, random));
}

}  // namespace

TEST_CASE("the ring takes exactly the cycles of its closed forms", "[ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
  const auto seed = GENERATE(1U, 2U);
  CAPTURE(row.operation, row.algorithm, seed);
  check_sample(row, 40, seed);
}

TEST_CASE("the ring takes exactly the cycles of its closed forms, on a grid",
          "[.full][ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
  CAPTURE(row.operation, row.algorithm);
  const std::vector<Parameter> parameters = parameters_of(row);
  for (const int nodes : {3, 4, 5, 8, 13, 40}) {
    for (const int words : {1, 2, 3, 7, 12, 100}) {
      for (int startup = 0; startup <= 7; ++startup) {
        for (int bandwidth = 1; bandwidth <= 5; ++bandwidth) {
          Json given{{"nodes", nodes},
                     {"words", words},
                     {"startup", startup},
                     {"bandwidth", bandwidth},
                     {"port_rule", row.port_rule}};
          if (!row.has_packets) check(row, parameters, given);
          for (int nu = 1; row.has_packets && nu <= words; nu = 2 * nu + 1) {
            given["packets"] = nu;
            check(row, parameters, given);
          }
        }
      }
    }
  }
  check_sample(row, 2000, 3);
}

TEST_CASE("the ring's smallest sizes run", "[ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
  const std::vector<Parameter> parameters = parameters_of(row);
  for (const int nodes : {3, 4, 5}) {
    for (const int words : {1, 2, 3}) {
      for (const int startup : {0, 1}) {
        Json given{{"nodes", nodes},
                   {"words", words},
                   {"startup", startup},
                   {"bandwidth", 2},
                   {"port_rule", row.port_rule}};
        CAPTURE(row.operation, row.algorithm);
        if (row.has_packets) given["packets"] = words;
        check(row, parameters, given);
      }
    }
  }
}

TEST_CASE("optimal packets on the ring are the smallest number with the fewest cycles",
          "[ring][machine]") {
  RingRow row = GENERATE(from_range(kRingRows));
  if (!row.has_packets) return;
  CAPTURE(row.operation, row.algorithm);
  const std::vector<Parameter> parameters = parameters_of(row);
  std::mt19937 random{5};
  for (int i = 0; i < 20; ++i) {
    Json given = point(row, random);
    std::int64_t best = 1;
    Cycles fewest;
    for (std::int64_t nu = 1; nu <= given["words"]; ++nu) {
      given["packets"] = nu;
      const Cycles cycles = row.cycles(complete(parameters, given));
      if (nu == 1 || cycles < fewest) best = nu;
      if (nu == 1 || cycles < fewest) fewest = cycles;
    }
    given["packets"] = "optimal";
    CAPTURE(given.dump());
    const Report report = run_report("ring", row.operation, row.algorithm, given);
    CHECK(report.cycles == fewest);
    CHECK(report.statistics["packets"] == best);
  }
}

TEST_CASE("formula packets on the ring use the hops and words of the specification",
          "[ring][machine]") {
  // Column "formula uses" of section 4.3.
  struct Case {
    const char* operation;
    const char* algorithm;
    std::int64_t hops;
    Words words;
  };
  const auto expected = GENERATE(values<Case>({{"move", "pipelined", 4, 99_words},
                                               {"move", "two-path", 7, 50_words},
                                               {"broadcast", "one-way", 10, 99_words},
                                               {"broadcast", "two-way", 5, 99_words}}));
  CAPTURE(expected.operation, expected.algorithm);
  Json given{{"nodes", 11},    {"words", 99},          {"startup", 3},
             {"bandwidth", 2}, {"packets", "formula"}, {"port_rule", "all-half"}};
  if (std::string{expected.operation} == "move") {
    given["source"] = 1;
    given["destination"] = 8;
  }
  const Report report = run_report("ring", expected.operation, expected.algorithm, given);
  CHECK(report.statistics["packets"] ==
        formula_packets(expected.hops, expected.words, {3_cycles, 2_words}));
}

TEST_CASE("the ring's schedules keep the port rules that the specification lists",
          "[ring][machine][port_rule]") {
  // Table of section 2.1: k = 8, 24 words, 3 packets, s = 1; columns in the order of kPortRules.
  struct Case {
    const char* operation;
    const char* algorithm;
    const char* keeps;
  };
  const auto expected = GENERATE(values<Case>({{"move", "naive", "yyyyyy"},
                                               {"move", "pipelined", "yyynyn"},
                                               {"move", "two-path", "nyynnn"},
                                               {"move", "two-path-optimal", "nyynnn"},
                                               {"broadcast", "one-way", "yyynyn"},
                                               {"broadcast", "two-way", "yyynnn"},
                                               {"allgather", "daisy-chain", "yyynyn"},
                                               {"scatter", "two-way", "yyynnn"},
                                               {"gather", "one-way", "yyynyn"},
                                               {"gather", "two-way", "nyynnn"},
                                               {"alltoall", "rotate", "yyynyn"}}));
  for (std::size_t i = 0; i < kPortRules.size(); ++i) {
    const std::string rule{to_string(kPortRules[i])};
    CAPTURE(expected.operation, expected.algorithm, rule);
    std::string line = std::string{"run ring "} + expected.operation + " --algorithm " +
                       expected.algorithm + " --nodes 8 --words 24 --startup 1 --port-rule " +
                       rule + " --json";
    for (const RingRow& row : kRingRows) {
      if (row.has_packets && row.operation == std::string{expected.operation} &&
          row.algorithm == std::string{expected.algorithm}) {
        line += " --packets 3";
      }
    }
    const Said said = plexus_command(line);
    CHECK(said.status == (expected.keeps[i] == 'y' ? kVerified : kFaulted));
    if (said.status == kFaulted) {
      CHECK(said.json()["error"]["class"] == "port-rule");
      CHECK_THAT(said.err, Catch::Contains("Node") && Catch::Contains(rule));
    }
  }
}

TEST_CASE("the port rule changes no cycle of a schedule that keeps it", "[ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
  Json given{{"nodes", 9}, {"words", 24}, {"startup", 1}, {"port_rule", row.port_rule}};
  if (row.has_packets) given["packets"] = 3;
  const Report strict = run_report("ring", row.operation, row.algorithm, given);
  given["port_rule"] = "all-full";
  const Report free = run_report("ring", row.operation, row.algorithm, given);
  CHECK(strict.cycles == free.cycles);
  CHECK(strict.statistics == free.statistics);
}

TEST_CASE("figures of a ring run agree with each other", "[ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
  const std::vector<Parameter> parameters = parameters_of(row);
  std::mt19937 random{11};
  for (int i = 0; i < 10; ++i) {
    const Json given = point(row, random);
    CAPTURE(row.operation, row.algorithm, given.dump());
    const Report report = run_report("ring", row.operation, row.algorithm, given);
    const Json& figures = report.statistics;
    const std::int64_t nodes = given["nodes"];
    CHECK(figures["links_used"] <= nodes);
    CHECK(figures["max_link_busy"] <= 2 * report.cycles.count());
    CHECK(figures["peak_active"] <= 2 * nodes);
    CHECK(figures["transfers"] <= figures["word_hops"]);
    CHECK(figures["utilisation"] > 0);
    CHECK(figures["utilisation"] <= 2);
  }
}
