#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/operands.hpp"
#include "hw/observe/trace.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/machine.hpp"
#include "models/express-mesh/medians.hpp"
#include "models/machine/machine.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
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

const CatalogueEntry& find(std::string_view name) {
  return *std::ranges::find_if(every_machine().algorithms, [&](const CatalogueEntry& entry) {
    return entry.machine == "express-mesh" && entry.name == name;
  });
}

bool takes(const CatalogueEntry& entry, const std::string& parameter) {
  return std::ranges::find(entry.parameters, parameter, &Parameter::name) != entry.parameters.end();
}

/// The case that an algorithm makes of parameters.
ExpressMeshCase case_of(const CatalogueEntry& entry, const Json& parameters) {
  const auto experiment = entry.prepare(complete(entry.parameters, parameters));
  return static_cast<const CaseExperiment<ExpressMeshCase>&>(*experiment).at();
}

std::int64_t shortest_length(std::string_view name) { return name.ends_with("shortened") ? 4 : 2; }

/// The placement with rows and columns exchanged, where an algorithm has such a form.
std::string exchanged_form(std::string_view name) {
  if (name == "algorithm-3") return "submesh-column-major";
  const bool has = name == "algorithm-2" || name == "algorithm-4" || name == "dimension-order";
  return has ? "column-major" : "";
}

// ---- all hops of a run, in closed form ----------------------------------------------------------

/// tri(n, L) = (T - 1) l (l - 1) / 2 + s (s - 1) / 2: mesh hops of GATHER in every segment.
std::int64_t triangles(ExpressLine line) {
  const std::int64_t l = line.full();
  const std::int64_t s = line.last();
  return (line.terminals() - 1) * l * (l - 1) / 2 + s * (s - 1) / 2;
}
/// Algorithm 1 on one line.
Steps line_hops(ExpressLine line, bool forward) {
  const std::int64_t T = line.terminals();
  return forward ? Steps{triangles(line), T * (T - 1) / 2} : Steps{line.nodes - T, T - 1};
}
Steps down_hops(ExpressLine line) { return {line.nodes - line.terminals(), line.terminals() - 1}; }
Steps prefix_hops(ExpressLine line) {
  const std::int64_t T = line.terminals();
  return T == 1 ? Steps{line.nodes - 1} : Steps{2 * (line.nodes - T), T - 1};
}
Steps suffix_hops(ExpressLine line) {
  const std::int64_t T = line.terminals();
  if (T == 1) return {line.nodes - 1};
  return {line.nodes - T + (T - 1) * (line.length - 1), T - 1};
}

/// Those of lines of one dimension after the other.
Steps dimensions_hops(const ExpressMeshCase& at) {
  Steps hops;
  std::int64_t lines = at.mesh.values();
  const unsigned d = at.mesh.dimensions();
  for (unsigned i = 0; i < d; ++i) {
    const unsigned k = exchanged(at.placement) ? i : d - 1 - i;
    const std::int64_t side = at.mesh.sides[k];
    lines /= side;
    hops += lines * line_hops(at.mesh.lengths.empty() ? ExpressLine{side, side} : at.mesh.line(k),
                              at.forward);
  }
  return hops;
}

/// Those of an algorithm; nothing where none is known.
std::optional<Steps> hops_of(const std::string& name, const ExpressMeshCase& at) {
  static const std::set<std::string> kOnLines{"algorithm-1", "algorithm-2", "dimension-order",
                                              "blocked", "ordinary-mesh"};
  if (kOnLines.contains(name)) return dimensions_hops(at);
  if (name == "algorithm-1-dual") return 2 * line_hops(at.mesh.line(0), true);
  if (name == "line-scan") {
    return at.suffix ? suffix_hops(at.mesh.line(0)) : prefix_hops(at.mesh.line(0));
  }
  if (at.mesh.dimensions() != 2 || at.mesh.lengths.empty()) return std::nullopt;
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  const std::int64_t Tc = columns.terminals();
  const std::int64_t N = at.mesh.values();
  if (name == "algorithm-3") return Steps{N - Tr * Tc, Tr * Tc - 1};
  if (name == "algorithm-3-compound") {
    return Steps{N - Tr * Tc + (Tr * Tc > 1 ? Tr * Tc + 1 : 0), Tr * Tc - 1};
  }
  if (name == "algorithm-4") {
    const ExpressLine along = at.first_line();
    const ExpressLine across = at.second_line();
    return Steps{N - across.nodes * along.terminals() + along.terminals() * triangles(across),
                 across.nodes * (along.terminals() - 1) + across.terminals() - 1};
  }
  if (name == "algorithm-4-literal") {
    return Steps{N - rows.nodes * Tc + Tc * triangles(rows),
                 rows.nodes * (Tc - 1) + rows.full() * (Tr - 1)};
  }
  if (name == "line-broadcast") return down_hops(rows) + rows.nodes * down_hops(columns);
  if (name == "row-column-scan") {
    if (rows.nodes == 1) return prefix_hops(columns);
    return rows.nodes * Steps{2 * (columns.nodes - Tc), 2 * (Tc - 1)} + prefix_hops(rows);
  }
  if (name == "count-and-search") {
    Steps hops{rows.nodes * (columns.nodes - Tc) + triangles(rows),
               rows.nodes * (Tc - 1) + 3 * (Tr - 1)};
    if (at.everywhere) hops += down_hops(rows) + rows.nodes * down_hops(columns);
    return hops;
  }
  if (name == "four-scans") {
    return rows.nodes * (prefix_hops(columns) + suffix_hops(columns)) +
           columns.nodes * (prefix_hops(rows) + suffix_hops(rows));
  }
  return std::nullopt;
}

/// A run against its closed forms.
void check_closed_forms(const CatalogueEntry& entry, const Json& parameters) {
  CAPTURE(entry.name, parameters.dump());
  const Json found = run(entry.operation, entry.name, parameters);
  const ExpressMeshCase at = case_of(entry, parameters);
  REQUIRE(at.steps);
  CHECK(found["holds"] == true);
  CHECK(found["mesh_steps"] == at.steps->mesh);
  CHECK(found["express_steps"] == at.steps->express);
  CHECK(found["bus_steps"] == at.steps->bus);
  if (!found["bound"].is_null()) CHECK(found["cycles"] >= found["bound"]);
  const std::optional<Steps> hops = hops_of(entry.name, at);
  if (!hops) return;
  CHECK(found["mesh_hops"] == hops->mesh);
  CHECK(found["express_hops"] == hops->express);
}

}  // namespace

TEST_CASE("a trace and a wave tell what every node holds", "[express-mesh]") {
  const TemporaryFolder folder;
  REQUIRE(plexus_command("run express-mesh reduce --sides 3,3 --json --trace " +
                         (folder / "held.csv") + " --vcd " + (folder / "held.vcd"))
              .status == 0);
  const std::string rows = content(folder / "held.csv");
  const std::string shown = content(folder / "held.gtkw");
  for (int node = 0; node < 9; ++node) {
    const std::string name = std::to_string(node);
    CHECK_THAT(rows, Catch::Contains("0,express_mesh.node_" + name + ".partial,set"));
    CHECK_THAT(shown, Catch::Contains("+{node " + name + " holds} express_mesh.node_" + name +
                                      ".partial.does"));
  }
}

TEST_CASE("for two reductions at once both ends of a list of any length are terminals",
          "[express-mesh]") {
  const CatalogueEntry& entry = find("algorithm-1-dual");
  for (std::int64_t side = 3; side < 70; ++side) {
    CAPTURE(side);
    // The divisor of side - 1 that is the next one below the root, or else above.
    const std::int64_t root = std::llround(std::sqrt(double(side)));
    std::int64_t length = side - 1;
    for (std::int64_t one = side - 1; one >= 2; --one) {
      const bool nearer = one <= root ? length > root : true;
      if ((side - 1) % one == 0 && nearer) length = one;
    }
    CHECK(complete(entry.parameters, {{"sides", {side}}}).list("lengths") ==
          std::vector<std::int64_t>{length});
  }
}

TEST_CASE("steps, hops and results are those of the closed forms for every shape",
          "[express-mesh]") {
  const std::string name = GENERATE(
      as<std::string>(), "algorithm-2", "algorithm-3", "algorithm-4", "algorithm-4-literal",
      "algorithm-3-compound", "algorithm-4-compound", "algorithm-3-shifted", "algorithm-4-shifted",
      "algorithm-3-shortened", "algorithm-4-shortened", "line-broadcast", "row-column-scan",
      "count-and-search", "four-scans");
  const CatalogueEntry& described = find(name);
  std::mt19937 random{1995};
  const auto number = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  for (int i = 0; i < 40; ++i) {
    Json parameters;
    parameters["sides"] = {number(1, 12), number(1, 12)};
    const std::int64_t shortest = shortest_length(name);
    parameters["lengths"] = {number(shortest, 8), number(shortest, 8)};
    parameters["seed"] = number(0, 9);
    if (described.operation == "reduce" && name != "algorithm-4-literal") {
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
    if (takes(described, "relay") && i % 4 == 3) parameters["relay"] = "combine";
    if (!exchanged_form(name).empty() && i % 5 == 4) {
      parameters["placement"] = exchanged_form(name);
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
  const CatalogueEntry& described = find(name);
  std::mt19937 random{95};
  const auto number = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  int i = 0;
  for (std::int64_t rows = 1; rows <= 12; ++rows) {
    for (std::int64_t columns = 1; columns <= 12; ++columns) {
      for (int costs = 0; costs < 24; ++costs, ++i) {  // three settings, eight times other lengths
        Json parameters{{"sides", {rows, columns}}, {"seed", number(0, 9)}};
        if (name == "algorithm-1" || name == "line-scan")
          parameters["sides"] = {(rows - 1) * 12 + columns};
        if (name == "dimension-order") parameters["sides"].push_back(number(1, 4));
        const bool hierarchy = name.starts_with("hierarchy");
        if (takes(described, "lengths") && !hierarchy) {
          parameters["lengths"] = Json::array();
          for (std::size_t k = 0; k < parameters["sides"].size(); ++k) {
            parameters["lengths"].push_back(number(shortest_length(name), 13));
          }
        } else if (hierarchy) {
          const std::int64_t down = number(2, 4);
          const std::int64_t along = number(2, 4);
          parameters["lengths"] = {{down, down * number(2, 3)}, {along, along * number(2, 3)}};
        }
        if (name == "blocked") parameters["values"] = rows * columns * number(1, 5);
        if (takes(described, "block")) parameters["block"] = number(1, 5);
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
        if (takes(described, "placement") && name != "algorithm-4-literal")
          parameters["op"] = i % 2 == 0 ? "mat2" : "concat";
        if (described.operation == "scan") parameters["op"] = i % 2 == 0 ? "mat2" : "min";
        if (costs % 3 == 1) parameters.update({{"startup", 2}, {"words", 5}});
        if (costs % 3 == 2) parameters.update({{"words", 3}, {"bandwidth", 2}});
        if (costs % 3 > 0 && takes(described, "express_extra"))
          parameters["express_extra"] = 4 - costs % 3;
        if (costs % 3 > 0 && takes(described, "bus_extra")) parameters["bus_extra"] = costs % 3;
        if (takes(described, "relay") && i % 4 >= 2) parameters["relay"] = "combine";
        if (!exchanged_form(name).empty() && i % 5 == 4) {
          parameters["placement"] = exchanged_form(name);
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

TEST_CASE("in every phase of the search for a row something happens", "[express-mesh]") {
  const Json all = run("median-row", "count-and-search",
                       {{"sides", {9, 11}}, {"lengths", {4, 3}}, {"place", "all"}});
  const auto ends = all["phases"].get<std::vector<int>>();
  CAPTURE(ends);
  CHECK(ends.size() == 7);  // the last one ends with the run
  CHECK(std::ranges::adjacent_find(ends, std::greater_equal<>{}) == ends.end());
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
      const ExpressMeshCase at = case_of(find("median-of-medians"), parameters);
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
  const CatalogueEntry& described = find("row-column-bus");
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
            CHECK_NOTHROW(case_of(described, given));
            ++taken;
          }
        }
      }
    }
  }
  CHECK(taken > 1000);
}

namespace {

/// What nodes say that they have combined, in the order in which they say it.
struct Combined final : trace_sink_if, operands_sink_if {
  void record(const TraceRow& /*row*/) override {}
  void combined(const OperandsRow& row) override { rows.push_back(row); }
  std::vector<OperandsRow> rows;
};

}  // namespace

TEST_CASE("who sends a block to all is seen to have it before anybody gets it", "[express-mesh]") {
  const CatalogueEntry& entry =
      *every_machine().find("express-mesh", "broadcast", "line-broadcast");
  const FreshKernel kernel;
  const auto experiment =
      entry.prepare(complete(entry.parameters, {{"sides", {3, 3}}, {"lengths", {2, 2}}}));
  const auto top = experiment->build({});
  Combined sink;
  top->listen(sink);
  experiment->load(*top);
  sc_core::sc_start();
  REQUIRE(!sink.rows.empty());
  const auto has = [](NodeId node) {
    return [node](const OperandsRow& row) { return row.node == node && row.operands > 0; };
  };
  for (NodeId node = 0; node < 9; ++node) {
    CAPTURE(node);
    const auto first = std::ranges::find_if(sink.rows, has(node));
    REQUIRE(first != sink.rows.end());
    CHECK((first->cycle == 0_cycles) == (node == 0));
  }
}

TEST_CASE("a mesh of one node has its result without a step", "[express-mesh]") {
  int run = 0;
  for (const CatalogueEntry& entry : every_machine().algorithms) {
    if (entry.machine != "express-mesh" || entry.operation != "reduce") continue;
    if (entry.name == "blocked") continue;  // whose node has values to add up
    const std::string lengths = takes(entry, "lengths") ? " --lengths 4,4" : "";
    const Said said = plexus_command("run express-mesh reduce --json --sides 1,1 --algorithm " +
                                     entry.name + lengths);
    CAPTURE(entry.name, said.err);
    CHECK((said.status == kVerified || said.status == kRefused));
    if (said.status != kVerified) continue;  // it needs other sides
    CHECK(said.json()["cycles"] == 0);
    ++run;
  }
  CHECK(run >= 10);
}
