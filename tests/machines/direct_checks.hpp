#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/port_rule.hpp"
#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/report.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

/// What is asked of every machine of processors and point-to-point links: the rows of the
/// specification's acceptance table, its table of port rules, closed forms over grids of sizes, and
/// that the order of construction does not matter.
namespace plexus {

/// A row of the acceptance table (spec 11), with startup 2 and bandwidth 1.
struct AcceptanceRow {
  int number;
  const char* operation;
  const char* algorithm;
  const char* options;
  std::int64_t cycles;
  const char* figures;  ///< JSON
};

inline std::vector<std::string> split(const std::string& text) {
  std::istringstream in{text};
  return {std::istream_iterator<std::string>{in}, {}};
}

/// The command line of a run.
inline CommandResult run_options(const std::string& machine, const std::string& operation,
                                 const std::string& algorithm, const std::string& options) {
  std::vector<std::string> arguments{machine, operation, "--algorithm", algorithm};
  for (const std::string& option : split(options)) arguments.push_back(option);
  return run_json(arguments);
}

inline void check_row(const std::string& machine, const AcceptanceRow& row) {
  CAPTURE(row.number, row.operation, row.algorithm, row.options);
  const CommandResult result = run_options(machine, row.operation, row.algorithm,
                                           std::string{row.options} + " --startup 2 --bandwidth 1");
  REQUIRE(result.error == "");
  REQUIRE(result.status == kVerified);
  CHECK(result.json["cycles"] == row.cycles);
  const Json figures = Json::parse(row.figures);
  for (const auto& [name, figure] : figures.items()) {
    CAPTURE(name);
    CHECK(result.json["statistics"][name] == figure);
  }
}

/// A row of table 2.1: which rules an algorithm keeps, `y` or `n` in the order of `kPortRules`.
struct PortRow {
  const char* operation;
  const char* algorithm;
  std::string_view keeps;
  bool has_packets = true;
};

/// Runs the algorithm under every rule: it ends well, or the hardware stops it.
inline void check_port_rules(const std::string& machine, const std::string& size,
                             const PortRow& row) {
  for (std::size_t i = 0; i < kPortRules.size(); ++i) {
    const std::string rule{to_string(kPortRules[i])};
    CAPTURE(row.operation, row.algorithm, rule);
    const std::string packets = row.has_packets ? " --packets 3" : "";
    const CommandResult result =
        run_options(machine, row.operation, row.algorithm,
                    size + " --words 24 --startup 1" + packets + " --port-rule " + rule);
    if (row.keeps[i] == 'y') {
      CHECK(result.status == kVerified);
      continue;
    }
    REQUIRE(result.status == kFaulted);
    const Json& error = result.json["error"];
    CHECK(error["class"] == "port-rule");
    CHECK(error["cycle"].is_number_integer());
    CHECK(error["node"].is_number_integer());
    CHECK(error["rule"] == rule);
    CHECK_THAT(error["part"].get<std::string>(), Catch::StartsWith(machine + ".links.link_"));
    CHECK_THAT(error["message"].get<std::string>(),
               Catch::StartsWith("Node ") && Catch::Contains("port rule " + rule));
    CHECK_FALSE(result.json.contains("cycles"));
  }
}

/// A run of a grid of sizes.
struct GridRun {
  std::string operation;
  std::string algorithm;
  Json given;
};

/// Runs it; data, predictions, bound and what every word must cross hold.
inline void check_closed_form(const std::string& machine, const GridRun& run, std::int64_t nodes) {
  INFO(machine << ' ' << run.operation << ' ' << run.algorithm << ' ' << run.given.dump());
  const Report report = run_report(machine, run.operation, run.algorithm, run.given);
  if (!good(report)) {  // what is wrong, in words
    CHECK(report.problem == "");
    for (const Prediction& prediction : report.predictions) {
      CAPTURE(prediction.equation, prediction.cycles, to_string(prediction.relation));
      CHECK(prediction.holds(report.cycles));
    }
    if (report.lower_bound) CHECK(report.cycles >= *report.lower_bound);
  }
  CHECK(good(report));
  const std::int64_t words = run.given["words"];
  if (run.operation == "broadcast") {
    CHECK(report.statistics["word_hops"] == (nodes - 1) * words);
  }
  if (run.operation == "allgather") {
    CHECK(report.statistics["word_hops"] == nodes * (nodes - 1) * words);
  }
}

/// Words, timing and packets: with b that divides the words and that does not, with parts of fewer
/// words than there are packets, and with both ways to choose the packets.
inline std::vector<Json> transfer_grid(bool with_packets) {
  std::vector<Json> grid;
  const std::vector<std::pair<int, int>> timings{{0, 1}, {2, 1}, {1, 3}, {5, 2}};
  for (const int words : {1, 2, 7, 12}) {
    for (const auto& [startup, bandwidth] : timings) {
      const Json given{{"words", words}, {"startup", startup}, {"bandwidth", bandwidth}};
      if (!with_packets) grid.push_back(given);
      for (const Json& packets : {Json(1), Json(2), Json(5), Json("optimal"), Json("formula")}) {
        if (!with_packets || (packets.is_number() && packets > words)) continue;
        grid.push_back(given);
        grid.back()["packets"] = packets;
      }
    }
  }
  return grid;
}

/// Some of `all`, always the same for one seed.
template <typename T>
std::vector<T> sample(const std::vector<T>& all, std::size_t count, unsigned seed) {
  std::vector<T> chosen;
  std::mt19937 random{seed};
  std::ranges::sample(all, std::back_inserter(chosen), static_cast<std::ptrdiff_t>(count), random);
  return chosen;
}

/// Report and trace of a run whose processors are constructed in this order.
inline std::pair<Json, std::string> traced(const CatalogueEntry& algorithm, const Json& given,
                                           const ConstructionOrder& order) {
  const TemporaryFolder folder;
  RunOptions options;
  options.order = order;
  options.trace = folder / "run.csv";
  static const Catalogue catalogue = make_catalogue();
  const Report report = run_request(
      catalogue, {algorithm.machine, algorithm.operation, algorithm.name, given}, options);
  return {report_json(algorithm, complete(algorithm.parameters, given), report),
          content(folder / "run.csv")};
}

/// All algorithms of a machine, constructed in rising order and in a shuffled one.
inline void check_construction_order(const std::string& machine, NodeId nodes, const Json& given,
                                     unsigned seed) {
  ConstructionOrder order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::shuffle(order, std::mt19937{seed});
  const Catalogue catalogue = make_catalogue();
  for (const CatalogueEntry& algorithm : catalogue.algorithms) {
    if (algorithm.machine != machine || !algorithm.simulates) continue;
    if (algorithm.operation == "traffic") continue;  // other parameters, and a test of its own
    Json values = given;
    for (const Parameter& parameter : algorithm.parameters) {
      if (parameter.name == "packets") values["packets"] = 3;
    }
    if (algorithm.name == "split-neighbor") values["port_rule"] = "all-full";
    CAPTURE(algorithm.operation, algorithm.name);
    const auto rising = traced(algorithm, values, {});
    const auto shuffled = traced(algorithm, values, order);
    CHECK(rising.first == shuffled.first);
    CHECK(rising.second == shuffled.second);
    CHECK(rising.second.size() > 100);
  }
}

/// What the hardware says of a broken rule does not depend on the order of construction.
inline void check_violation_order(const std::string& machine, const GridRun& run, NodeId nodes) {
  CAPTURE(run.operation, run.algorithm);
  const auto fault = [&](const ConstructionOrder& order) {
    try {
      run_report(machine, run.operation, run.algorithm, run.given, order);
    } catch (const sc_core::sc_report& stopped) {
      return fault_json({machine, run.operation, run.algorithm}, fault_of(stopped)).dump();
    }
    return std::string{"no rule broken"};
  };
  ConstructionOrder order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  const std::string rising = fault({});
  CHECK_THAT(rising, Catch::Contains("port-rule"));
  std::ranges::reverse(order);
  CHECK(fault(order) == rising);
  std::ranges::shuffle(order, std::mt19937{9});
  CHECK(fault(order) == rising);
}

/// Every algorithm runs bare, and of those that an operation offers at the default's size the
/// default is the fastest. `size` is the parameter that says how large the machine is.
inline void check_defaults(const std::string& machine, const char* size) {
  const Catalogue catalogue = make_catalogue();
  for (const std::string& operation : catalogue.operations(machine)) {
    CAPTURE(operation);
    const CommandResult best = run_json({machine, operation});
    REQUIRE(best.status == kVerified);
    for (const CatalogueEntry* algorithm : catalogue.algorithms_of(machine, operation)) {
      CAPTURE(algorithm->name);
      const CommandResult other = run_options(machine, operation, algorithm->name, "");
      REQUIRE(other.status == kVerified);
      if (other.json["parameters"][size] != best.json["parameters"][size]) continue;
      CHECK(best.json["cycles"] <= other.json["cycles"]);
    }
  }
}

/// What the command answers to a request that makes no sense.
struct RefusedRun {
  const char* operation;
  const char* algorithm;
  const char* options;
  const char* kind;  ///< class of the refusal
};

inline void check_refusal(const std::string& machine, const RefusedRun& run) {
  CAPTURE(run.operation, run.algorithm, run.options);
  const CommandResult result = run_options(machine, run.operation, run.algorithm, run.options);
  CHECK(result.status == kRefused);
  CHECK(result.json["error"]["class"] == run.kind);
  CHECK_FALSE(result.json.contains("cycles"));
}

}  // namespace plexus
