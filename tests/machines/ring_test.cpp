#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/outputs/report.hpp"
#include "tests/predictions.hpp"
#include "tests/run_bench.hpp"

using namespace plexus;

namespace {

/// One ring algorithm.
struct RingRow {
  const char* operation;
  const char* algorithm;
  bool has_packets;
  const char* port_rule;  ///< the strictest that it always keeps
};

const std::vector<RingRow> kRingRows{{"move", "naive", false, "one-port"},
                                     {"move", "pipelined", true, "ring-strict"},
                                     {"move", "two-path", true, "all-half"},
                                     {"move", "two-path-optimal", false, "all-half"},
                                     {"broadcast", "one-way", true, "ring-strict"},
                                     {"broadcast", "two-way", true, "ring-strict"},
                                     {"scatter", "two-way", false, "ring-strict"},
                                     {"gather", "one-way", false, "ring-strict"},
                                     {"gather", "two-way", false, "all-half"},
                                     {"allgather", "daisy-chain", false, "one-in-one-out"},
                                     {"alltoall", "rotate", false, "one-in-one-out"}};

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

void check(const RingRow& row, const Json& given) {
  CAPTURE(given.dump());
  const Report report = run_report("ring", row.operation, row.algorithm, given);
  REQUIRE(report.verified);
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
  std::mt19937 random{seed};
  for (int i = 0; i < points; ++i) check(row, point(row, random));
}

}  // namespace

TEST_CASE("the ring takes exactly the cycles of its closed forms", "[ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
  const auto seed = GENERATE(1U, 2U);
  CAPTURE(row.operation, row.algorithm, seed);
  check_sample(row, 40, seed);
}

TEST_CASE("the ring's smallest sizes run", "[ring][machine]") {
  const RingRow row = GENERATE(from_range(kRingRows));
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
        check(row, given);
      }
    }
  }
}

TEST_CASE("optimal packets on the ring are the smallest number with the fewest cycles",
          "[ring][machine]") {
  RingRow row = GENERATE(from_range(kRingRows));
  if (!row.has_packets) return;
  CAPTURE(row.operation, row.algorithm);
  std::mt19937 random{5};
  for (int i = 0; i < 20; ++i) {
    Json given = point(row, random);
    std::int64_t best = 1;
    double fewest = 0;
    for (std::int64_t nu = 1; nu <= given["words"]; ++nu) {
      given["packets"] = nu;
      const double cycles =
          figure_of(predictions_of("ring", row.operation, row.algorithm, given), "exact");
      if (nu == 1 || cycles < fewest) best = nu;
      if (nu == 1 || cycles < fewest) fewest = cycles;
    }
    given["packets"] = "optimal";
    CAPTURE(given.dump());
    const Report report = run_report("ring", row.operation, row.algorithm, given);
    CHECK(static_cast<double>(report.cycles.count()) == fewest);
    CHECK(report.statistics["packets"] == best);
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

TEST_CASE("a broken port rule tells from whom a node reads and to whom it writes",
          "[ring][port-rule]") {
  const CommandResult said = run_json({"ring", "move", "--algorithm", "two-path", "--nodes", "8",
                                       "--destination", "4", "--port-rule", "one-port"});
  CHECK(said.status == kFaulted);
  CHECK_THAT(said.error, Catch::Contains("it reads from nobody and writes to node 1 and node 7."));
  const CommandResult chain = run_json({"ring", "allgather", "--algorithm", "daisy-chain",
                                        "--nodes", "8", "--port-rule", "one-port"});
  CHECK(chain.status == kFaulted);
  CHECK_THAT(chain.error, Catch::Contains("it reads from node 7 and writes to node 1."));
}
