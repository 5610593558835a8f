#pragma once

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/outputs/report.hpp"
#include "tests/every_machine.hpp"
#include "tests/run_bench.hpp"

/// What is asked of machines of processors and point-to-point links: closed forms over grids of
/// sizes, and defaults.
namespace plexus {

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

/// Every algorithm runs bare, and of those that an operation offers at the default's size and port
/// rule the default is the fastest. `size` is the parameter that says how large the machine is.
inline void check_defaults(const std::string& machine, const char* size) {
  for (const std::string& operation : every_machine().operations(machine)) {
    CAPTURE(operation);
    const CommandResult best = run_json({machine, operation});
    REQUIRE(best.status == kVerified);
    for (const CatalogueEntry* algorithm : every_machine().algorithms_of(machine, operation)) {
      CAPTURE(algorithm->name);
      const CommandResult other = run_options(machine, operation, algorithm->name, "");
      REQUIRE(other.status == kVerified);
      const auto as_best = [&](const char* name) {
        return other.json["parameters"].value(name, Json{}) ==
               best.json["parameters"].value(name, Json{});
      };
      if (!as_best(size) || !as_best("port_rule")) continue;
      CHECK(best.json["cycles"] <= other.json["cycles"]);
    }
  }
}

}  // namespace plexus
