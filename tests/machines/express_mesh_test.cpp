#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "models/express-mesh/algorithms.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

Json run(const std::string& operation, const std::string& algorithm, const Json& parameters) {
  const Report report = run_report("express-mesh", operation, algorithm, parameters);
  CHECK(report.verified);
  CHECK(report.problem == "");
  Json all = report.statistics;
  all["cycles"] = report.cycles.count();
  all["bound"] = report.lower_bound ? Json(report.lower_bound->count()) : Json();
  all["holds"] = std::ranges::all_of(report.predictions, [&](const Prediction& prediction) {
    return prediction.holds(report.cycles);
  });
  return all;
}

/// A run of `described` against its closed forms.
void check_closed_forms(const ExpressMeshAlgorithm& described, const Json& parameters) {
  CAPTURE(described.name, parameters.dump());
  const Json found = run(described.operation, described.name, parameters);
  const ExpressMeshCase at =
      ExpressMeshCase::read(complete(parameters_of(described.rules), parameters), described.rules);
  const Steps steps = described.rules.steps(at);
  CHECK(found["holds"] == true);
  CHECK(found["mesh_steps"] == steps.mesh);
  CHECK(found["express_steps"] == steps.express);
  CHECK(found["bus_steps"] == steps.bus);
  if (!found["bound"].is_null()) CHECK(found["cycles"] >= found["bound"]);
  if (described.hops == nullptr) return;
  const Steps hops = described.hops(at);
  CHECK(found["mesh_hops"] == hops.mesh);
  CHECK(found["express_hops"] == hops.express);
}

const ExpressMeshAlgorithm& find(std::string_view name) {
  static const std::vector<ExpressMeshAlgorithm> all = express_mesh_algorithms();
  return *std::ranges::find(all, name, &ExpressMeshAlgorithm::name);
}

}  // namespace

TEST_CASE("steps, hops and results are those of the closed forms for every shape",
          "[express-mesh]") {
  const std::string name = GENERATE(
      as<std::string>(), "algorithm-2", "algorithm-3", "algorithm-4", "algorithm-4-literal",
      "algorithm-3-compound", "algorithm-4-compound", "algorithm-3-shifted", "algorithm-4-shifted",
      "algorithm-3-shortened", "algorithm-4-shortened", "line-broadcast", "row-column-scan",
      "count-and-search", "four-scans");
  const ExpressMeshAlgorithm& described = find(name);
  std::mt19937 random{1995};
  const auto number = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  for (int i = 0; i < 40; ++i) {
    Json parameters;
    parameters["sides"] = {number(1, 12), number(1, 12)};
    const std::int64_t shortest = described.rules.shortest;
    parameters["lengths"] = {number(shortest, 8), number(shortest, 8)};
    parameters["seed"] = number(0, 9);
    if (described.rules.reduces && name != "algorithm-4-literal") {
      parameters["op"] = i % 2 == 0 ? "mat2" : "concat";
    }
    const int costs = i % 3;
    if (costs == 1) {
      parameters["startup"] = 2;
      parameters["words"] = 5;
      parameters["express_extra"] = 3;
    } else if (costs == 2) {
      parameters["words"] = 3;
      parameters["bandwidth"] = 2;
      parameters["express_extra"] = 1;
    }
    if (described.rules.relays && i % 4 == 3) parameters["relay"] = "combine";
    if (described.rules.exchanged && i % 5 == 4) {
      parameters["placement"] = std::string{to_string(*described.rules.exchanged)};
    }
    if (name == "count-and-search" && i % 2 == 1) parameters["place"] = "all";
    check_closed_forms(described, parameters);
  }
}

TEST_CASE("every grid up to 12 x 12 takes the steps of the closed forms at three costs",
          "[.full][express-mesh-grids]") {
  const std::string name = GENERATE(
      as<std::string>(), "algorithm-1", "line-scan", "dimension-order", "row-column-bus",
      "algorithm-2", "algorithm-3", "algorithm-4", "algorithm-4-literal", "algorithm-3-compound",
      "algorithm-4-compound", "algorithm-3-shifted", "algorithm-4-shifted", "algorithm-3-shortened",
      "algorithm-4-shortened", "blocked", "hierarchy-lines", "hierarchy-submesh", "ordinary-mesh",
      "global-bus", "separable-bus", "separable-bus-row-major", "bus-hierarchy", "line-broadcast",
      "row-column-scan", "count-and-search", "four-scans");
  const ExpressMeshAlgorithm& described = find(name);
  std::mt19937 random{95};
  const auto number = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  const ExpressMeshRules& rules = described.rules;
  int i = 0;
  for (std::int64_t rows = 1; rows <= 12; ++rows) {
    for (std::int64_t columns = 1; columns <= 12; ++columns) {
      for (int costs = 0; costs < 24; ++costs, ++i) {  // three settings, eight times other lengths
        Json parameters{{"sides", {rows, columns}}, {"seed", number(0, 9)}};
        if (rules.dimensions == 1) parameters["sides"] = {(rows - 1) * 12 + columns};
        if (name == "dimension-order") parameters["sides"].push_back(number(1, 4));
        if (rules.levels == Levels::kOne) {
          parameters["lengths"] = Json::array();
          for (std::size_t k = 0; k < parameters["sides"].size(); ++k) {
            parameters["lengths"].push_back(number(rules.shortest, 13));
          }
        } else if (rules.levels == Levels::kMany) {
          const std::int64_t down = number(2, 4);
          const std::int64_t along = number(2, 4);
          parameters["lengths"] = {{down, down * number(2, 3)}, {along, along * number(2, 3)}};
        }
        if (name == "blocked") parameters["values"] = rows * columns * number(1, 5);
        if (rules.has_blocks) parameters["block"] = number(1, 5);
        if (name == "row-column-bus") {  // the grid is that of the blocks
          const std::int64_t block = number(1, 3);
          parameters["block"] = block;
          parameters["sides"] = {rows * block, columns * block};
          parameters["group2"] = number(ceil_div(rows, columns * block), 12);
          parameters["group3"] = number(0, 4);
        }
        if (name == "line-scan" && i % 2 == 1) parameters["direction"] = "suffix";
        if (name == "bus-hierarchy" || name == "separable-bus-row-major") {
          parameters["group"] = number(2, 4);
        }
        if (rules.reduces && rules.placement) parameters["op"] = i % 2 == 0 ? "mat2" : "concat";
        if (rules.scans) parameters["op"] = i % 2 == 0 ? "mat2" : "min";
        if (costs % 3 == 1) parameters.update({{"startup", 2}, {"words", 5}});
        if (costs % 3 == 2) parameters.update({{"words", 3}, {"bandwidth", 2}});
        if (costs % 3 > 0 && rules.levels != Levels::kNone)
          parameters["express_extra"] = 4 - costs % 3;
        if (costs % 3 > 0 && rules.buses != BusLayout::kNone) parameters["bus_extra"] = costs % 3;
        if (rules.relays && i % 4 >= 2) parameters["relay"] = "combine";
        if (rules.exchanged && i % 5 == 4) {
          parameters["placement"] = std::string{to_string(*rules.exchanged)};
        }
        check_closed_forms(described, parameters);
      }
    }
  }
}

TEST_CASE("lines, hierarchies and baselines take the steps of the closed forms", "[express-mesh]") {
  for (const std::int64_t n : {1, 2, 7, 16, 23}) {
    for (const std::int64_t length : {2, 4, 5}) {
      const Json line{{"sides", {n}}, {"lengths", {length}}, {"express_extra", 1}};
      check_closed_forms(find("algorithm-1"), line);
      check_closed_forms(find("line-scan"), line);
      Json suffix = line;
      suffix["direction"] = "suffix";
      check_closed_forms(find("line-scan"), suffix);
      check_closed_forms(find("algorithm-1-dual"),
                         {{"sides", {(n - 1) * length + 1}}, {"lengths", {length}}});
      check_closed_forms(find("ordinary-mesh"), {{"sides", {n, length, 3}}});
      check_closed_forms(find("dimension-order"),
                         {{"sides", {length, n, 3}}, {"lengths", {2, length, 2}}});
      check_closed_forms(
          find("blocked"),
          {{"sides", {length, n}}, {"lengths", {2, length}}, {"values", 200}, {"op_cycles", 2}});
      const Json levels{{2, 2 * length}, {3, 3 * length}};
      for (const char* name : {"hierarchy-lines", "hierarchy-submesh"}) {
        check_closed_forms(find(name),
                           {{"sides", {n, 2 * n + 1}}, {"lengths", levels}, {"op", "concat"}});
      }
    }
    for (const std::int64_t block : {1, 2, 3, 5}) {
      for (const char* name : {"global-bus", "separable-bus"}) {
        check_closed_forms(find(name), {{"sides", {n, 9}}, {"block", block}, {"bus_extra", 2}});
      }
      for (const std::int64_t group : {2, 3, 4}) {
        check_closed_forms(find("separable-bus-row-major"),
                           {{"sides", {9, n}}, {"block", block}, {"group", group}});
        check_closed_forms(find("bus-hierarchy"), {{"sides", {n, 10}}, {"group", group}});
        for (const std::int64_t group3 : {0, 1, 2}) {
          check_closed_forms(find("row-column-bus"), {{"sides", {n * block, 6 * block}},
                                                      {"block", block},
                                                      {"group2", 8},
                                                      {"group3", group3}});
        }
      }
    }
  }
}

TEST_CASE("the median takes the steps of its iterations and removes a sixteenth in each",
          "[express-mesh]") {
  for (const std::int64_t modulus : {1, 5, 1000003}) {
    for (const std::int64_t rank : {1, 17, 54}) {
      const Json parameters{{"sides", {6, 9}},
                            {"lengths", {4, 3}},
                            {"modulus", modulus},
                            {"rank", rank},
                            {"words", 2},
                            {"express_extra", 1},
                            {"place", rank == 17 ? "all" : "root"}};
      CAPTURE(parameters.dump());
      const Json found = run("median", "median-of-medians", parameters);
      const ExpressMeshAlgorithm& described = find("median-of-medians");
      const ExpressMeshCase at = ExpressMeshCase::read(
          complete(parameters_of(described.rules), parameters), described.rules);
      const Steps steps = express::median_steps(at, found["iterations"]);
      CHECK(found["mesh_steps"] == steps.mesh);
      CHECK(found["express_steps"] == steps.express);
      CHECK(found["cycles"] == steps.cycles(at.costs).count());
      CHECK(found["holds"] == true);
    }
  }
}

TEST_CASE("a row-column bus has rows enough for any group3", "[express-mesh]") {
  // The specification refuses W > R; W <= V <= K <= R / block, so that no request is.
  const ExpressMeshAlgorithm& described = find("row-column-bus");
  const std::vector<Parameter> parameters = parameters_of(described.rules);
  int taken = 0;
  for (std::int64_t rows = 1; rows <= 8; ++rows) {
    for (std::int64_t columns = 1; columns <= 8; ++columns) {
      for (std::int64_t block = 1; block <= std::min(rows, columns); ++block) {
        if (rows % block != 0 || columns % block != 0) continue;
        for (std::int64_t group2 = ceil_div(rows / block, columns); group2 <= 8; ++group2) {
          for (const std::int64_t group3 : {1, 2, 3}) {
            const Json given{{"sides", {rows, columns}},
                             {"block", block},
                             {"group2", group2},
                             {"group3", group3}};
            CAPTURE(given.dump());
            CHECK_NOTHROW(ExpressMeshCase::read(complete(parameters, given), described.rules));
            ++taken;
          }
        }
      }
    }
  }
  CHECK(taken > 1000);
}
