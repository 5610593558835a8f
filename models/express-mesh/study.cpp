#include "models/express-mesh/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus {

namespace {

/// A row of the paper's Tables 1 and 2: an algorithm on machines of several sizes.
struct Series {
  enum class Growth { kPower, kPowerTimesLog, kLog };
  std::string model;
  std::string column;  ///< the same in few words
  std::string growth;  ///< that the paper states
  std::string operation;
  std::string algorithm;
  Growth form = Growth::kPower;
  std::vector<Json> runs{};  ///< parameters

  void add(const Json& sides, const Json& more = Json::object()) {
    runs.push_back({{"sides", sides}});
    runs.back().update(more);
  }
};

/// The case of an algorithm, and with it the steps of its closed form, which runs and tests bear
/// out.
ExpressMeshCase case_of(const CatalogueEntry& algorithm, const Json& parameters) {
  const auto experiment = algorithm.prepare(complete(algorithm.parameters, parameters));
  return static_cast<const CaseExperiment<ExpressMeshCase>&>(*experiment).at();
}
std::int64_t steps_of(const ExpressMeshCase& at) { return at.steps->cycles(at.costs).count(); }

/// The side of a block with the fewest steps on one global bus, by trying all.
std::int64_t best_block(const Catalogue& catalogue, std::int64_t n) {
  const CatalogueEntry& algorithm = *catalogue.find("express-mesh", "reduce", "global-bus");
  std::int64_t best = 1;
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t s = 1; s <= n; ++s) {
    const std::int64_t steps = steps_of(case_of(algorithm, {{"sides", {n, n}}, {"block", s}}));
    if (steps < fewest) best = s;
    fewest = std::min(fewest, steps);
  }
  return best;
}

/// Machines with at most `most` nodes.
std::vector<Series> table_1(const Catalogue& catalogue, std::int64_t most) {
  using enum Series::Growth;
  std::vector<Series> all{
      {"Ordinary meshes", "ordinary", "N^(1/2)", "reduce", "ordinary-mesh"},
      {"Meshes with a global bus", "global bus", "N^(1/3)", "reduce", "global-bus"},
      {"Meshes with express links", "express", "N^(1/4)", "reduce", "algorithm-3"},
      {"Meshes with row and column buses", "row, column", "N^(1/6)", "reduce", "row-column-bus"},
      {"Meshes with row and column buses, N^(3/8) x N^(5/8)", "row, column skewed", "N^(1/8)",
       "reduce", "row-column-bus"},
      {"Meshes with separable buses, N^(3/8) x N^(5/8)", "separable skewed", "N^(1/8)", "reduce",
       "separable-bus-row-major"},
      {"Meshes with a separable bus per row and column", "separable", "log N", "reduce",
       "separable-bus", kLog},
      {"Meshes with hierarchies of buses", "hierarchy", "log N", "reduce", "bus-hierarchy", kLog}};
  // Block, group2 and group3 of row and column buses: those with the fewest steps.
  const std::vector<std::vector<std::int64_t>> groups{
      {16, 2, 2, 2}, {32, 2, 3, 3}, {64, 4, 2, 2}, {128, 4, 2, 4}, {256, 4, 4, 4}};
  for (const auto& g : groups) {
    const Json square{g[0], g[0]};
    if (g[0] * g[0] > most) break;
    all[0].add(square);
    all[1].add(square, {{"block", best_block(catalogue, g[0])}});
    all[2].add(square, {{"lengths", "best"}});
    all[3].add(square, {{"block", g[1]}, {"group2", g[2]}, {"group3", g[3]}});
    all[6].add(square, {{"block", 1}});
    all[7].add(square, {{"group", 2}});
  }
  for (std::int64_t t = 2; t * t * t * t * t * t * t * t <= most; ++t) {
    const Json skewed{t * t * t * t * t, t * t * t};
    all[4].add(skewed, {{"block", t}, {"group2", t}, {"group3", t}});
    all[5].add(skewed, {{"block", t}, {"group", t}});
  }
  return all;
}

std::vector<Series> table_2(std::int64_t most) {
  std::vector<Series> all{
      {"Prefix computations", "scan", "N^(1/4)", "scan", "row-column-scan"},
      {"Median row", "median row", "N^(1/4)", "median-row", "count-and-search"},
      {"Median finding (worst seed)", "median", "N^(1/4) log N", "median", "median-of-medians",
       Series::Growth::kPowerTimesLog},
      {"All points closest neighbor", "closest point", "N^(1/4)", "closest-point", "four-scans"}};
  for (const std::int64_t n : {16, 36, 64, 144, 256}) {
    if (n * n > most) break;
    const auto root = std::llround(std::sqrt(static_cast<double>(n)));
    const Json square{n, n};
    const Json lengths{root, root};
    all[0].add(square, {{"lengths", lengths}});
    all[1].add(square, {{"lengths", lengths}, {"one_in", 3}});
    all[3].add(square, {{"lengths", lengths}, {"one_in", 3}});
    for (std::int64_t seed = 0; seed < (n < 256 ? 4 : 2); ++seed) {
      all[2].add(square,
                 {{"lengths", lengths}, {"modulus", std::int64_t{1} << 32}, {"seed", seed}});
    }
  }
  return all;
}

using Points = std::map<std::int64_t, std::int64_t>;  ///< steps by N: the most of several seeds

/// Exponent e of c N^e, or factor c of c log2 N, that fits best (least squares of logarithms, or of
/// steps); nothing with fewer than two sizes.
std::optional<double> fit(const Points& points, Series::Growth form) {
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  const auto count = static_cast<double>(points.size());
  if (points.size() < 2) return std::nullopt;
  for (const auto& [N, steps] : points) {
    const double px = std::log2(static_cast<double>(N));
    double py = static_cast<double>(steps);
    if (form == Series::Growth::kPowerTimesLog) py /= px;
    if (form != Series::Growth::kLog) py = std::log2(py);
    x += px;
    y += py;
    xx += px * px;
    xy += px * py;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

std::string fit_text(std::optional<double> fitted, Series::Growth form) {
  if (!fitted) return "-";
  if (form == Series::Growth::kLog) return fmt::format("{:.2f} log2 N + c", *fitted);
  return fmt::format("N^{:.3f}{}", *fitted, form == Series::Growth::kPowerTimesLog ? " log N" : "");
}

/// A table for people, and its rows as JSON, under `name`.
void add_table(StudyReport& report, StudyTable table, const std::string& name, Json rows) {
  report.json[name] = std::move(rows);
  report.tables.push_back(std::move(table));
}

/// Runs a table's series; adds its rows, and beside them the steps by N, a column for each series.
void run_table(const std::string& title, const std::string& name, const std::vector<Series>& table,
               const Runner& run, StudyReport& report) {
  StudyTable shown{title, {"model", "paper", "measured", "algorithm"}, {}};
  StudyTable grown{.title = title + ", steps", .columns = {"N"}, .rows = {}, .grows = true};
  Json rows = Json::array();
  std::map<std::int64_t, std::vector<std::string>> by_size;  // cells behind N
  for (std::size_t column = 0; column < table.size(); ++column) {
    const Series& series = table[column];
    Points points;
    Json measured = Json::array();
    for (const Json& parameters : series.runs) {
      const Report result = run({"express-mesh", series.operation, series.algorithm, parameters});
      report.good = report.good && good(result);
      const std::vector<std::int64_t> sides = parameters["sides"];
      const std::int64_t N = sides[0] * sides[1];
      const std::int64_t cycles = result.cycles.count();
      points[N] = std::max(points[N], cycles);
      measured.push_back({{"N", N}, {"parameters", parameters}, {"cycles", cycles}});
    }
    const std::optional<double> fitted = fit(points, series.form);
    shown.rows.push_back(
        {series.model, series.growth, fit_text(fitted, series.form), series.algorithm});
    rows.push_back({{"model", series.model},
                    {"growth", series.growth},
                    {"operation", series.operation},
                    {"algorithm", series.algorithm},
                    {"fitted", fitted ? Json(*fitted) : Json()},
                    {"runs", std::move(measured)}});
    grown.columns.push_back(series.column);
    for (const auto& [N, steps] : points) {
      by_size[N].resize(table.size(), "-");
      by_size[N][column] = std::to_string(steps);
    }
  }
  for (auto& [N, cells] : by_size) {
    grown.rows.push_back({std::to_string(N)});
    grown.rows.back().insert(grown.rows.back().end(), cells.begin(), cells.end());
  }
  add_table(report, std::move(shown), name, std::move(rows));
  report.tables.push_back(std::move(grown));
}

// ---- best lengths ------------------------------------------------------------------------------

/// The lengths of a line of n nodes on which Algorithm 1 takes the fewest cycles, h = 1.
struct BestOfLine {
  std::int64_t cycles = 0;
  std::vector<std::int64_t> lengths;
};
BestOfLine best_of_line(std::int64_t n, Cycles express) {
  BestOfLine best;
  for (std::int64_t length = 2; length <= std::max<std::int64_t>(n, 2); ++length) {
    const std::int64_t cycles =
        building_block::line({n, length}).cycles({1_cycles, express, 1_cycles}).count();
    if (best.lengths.empty() || cycles < best.cycles) best = {cycles, {}};
    if (cycles == best.cycles) best.lengths.push_back(length);
  }
  return best;
}

/// `4, 5, 6, 9` as `4..6, 9`.
std::string ranges_text(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (end > i) text += (end > i + 1 ? ".." : ", ") + std::to_string(numbers[end]);
    i = end + 1;
  }
  return text;
}

void lines_tables(StudyReport& report) {
  StudyTable lines{"Best lengths on one line, Algorithm 1", {"n", "steps", "lengths"}, {}, ""};
  Json rows = Json::array();
  for (const std::int64_t n :
       {4, 8, 12, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 1000, 1024, 4096}) {
    const BestOfLine best = best_of_line(n, 1_cycles);
    lines.rows.push_back(
        {std::to_string(n), std::to_string(best.cycles), ranges_text(best.lengths)});
    rows.push_back({{"n", n}, {"steps", best.cycles}, {"lengths", best.lengths}});
  }
  add_table(report, std::move(lines), "lines", std::move(rows));
  StudyTable slower{"The same with slower express links: cycles (lengths)",
                    {"n", "x/h = 1", "x/h = 2", "x/h = 4", "x/h = 8", "x/h = 16"},
                    {}};
  Json others = Json::array();
  for (const std::int64_t n : {64, 256}) {
    slower.rows.push_back({std::to_string(n)});
    for (const std::int64_t x : {1, 2, 4, 8, 16}) {
      const BestOfLine best = best_of_line(n, Cycles{x});
      slower.rows.back().push_back(fmt::format("{} ({})", best.cycles, ranges_text(best.lengths)));
      others.push_back({{"n", n}, {"x", x}, {"cycles", best.cycles}, {"lengths", best.lengths}});
    }
  }
  add_table(report, std::move(slower), "slower_links", std::move(others));
}

/// Algorithm 2 with its best lengths, after every node of n x n has folded its share of N values.
std::int64_t blocked_steps(std::int64_t values, std::int64_t n) {
  return ceil_div(values, n * n) - 1 + 2 * best_of_line(n, 1_cycles).cycles;
}

void blocked_table(StudyReport& report) {
  StudyTable shown{"Several values on each of n x n nodes",
                   {"values", "best n", "steps", "n near N^(2/5)", "steps there"},
                   {},
                   ""};
  Json rows = Json::array();
  for (const std::int64_t values : {100, 1000, 1024, 4096, 10000, 65536, 100000, 1000000}) {
    std::int64_t least = values;
    std::vector<std::int64_t> best;
    // More nodes than that do not pay: the steps on the mesh alone are at least 4 sqrt n - 4.
    for (std::int64_t n = 2; n * n <= values && 4 * std::sqrt(n) - 4 <= double(least); ++n) {
      const std::int64_t steps = blocked_steps(values, n);
      if (steps < least) best.clear();
      least = std::min(least, steps);
      if (steps == least) best.push_back(n);
    }
    const auto near = std::llround(std::pow(static_cast<double>(values), 0.4));
    const std::int64_t there = blocked_steps(values, near);
    shown.rows.push_back({std::to_string(values), ranges_text(best), std::to_string(least),
                          std::to_string(near), std::to_string(there)});
    rows.push_back({{"values", values},
                    {"best", best},
                    {"steps", least},
                    {"near", near},
                    {"steps_near", there}});
  }
  add_table(report, std::move(shown), "blocked", std::move(rows));
}

void best_lengths_table(const Catalogue& catalogue, StudyReport& report) {
  StudyTable shown{"Best lengths on n x n nodes: steps (Lr, Lc)",
                   {"algorithm", "n = 16", "n = 64", "n = 256"},
                   {},
                   "steps"};
  Json rows = Json::array();
  for (const CatalogueEntry& entry : catalogue.algorithms) {
    static const std::set<std::string> kSquare{"algorithm-2",           "algorithm-3",
                                               "algorithm-4",           "algorithm-4-literal",
                                               "algorithm-3-compound",  "algorithm-4-compound",
                                               "algorithm-3-shifted",   "algorithm-4-shifted",
                                               "algorithm-3-shortened", "algorithm-4-shortened",
                                               "line-broadcast",        "row-column-scan",
                                               "count-and-search",      "four-scans"};
    if (entry.machine != "express-mesh" || !kSquare.contains(entry.name)) continue;
    std::vector<std::string> cells{entry.name};
    Json row{{"algorithm", entry.name}};
    for (const std::int64_t n : {16, 64, 256}) {
      const ExpressMeshCase at = case_of(entry, {{"sides", {n, n}}, {"lengths", "best"}});
      const std::int64_t steps = steps_of(at);
      cells.push_back(
          fmt::format("{} ({}, {})", steps, at.mesh.lengths[0][0], at.mesh.lengths[1][0]));
      row[std::to_string(n)] = {{"steps", steps}, {"lengths", at.mesh.lengths}};
    }
    shown.rows.push_back(std::move(cells));
    rows.push_back(std::move(row));
  }
  add_table(report, std::move(shown), "best_lengths", std::move(rows));
}

void hierarchies_table(StudyReport& report) {
  StudyTable shown{"Hierarchies on n x n nodes: fewest steps by levels r",
                   {"n", "r = 0", "1", "2", "3", "4", "5", "6"},
                   {},
                   "steps"};
  Json rows = Json::array();
  for (const std::int64_t n : {16, 64, 256, 1024, 4096}) {
    std::vector<std::string> cells{std::to_string(n), std::to_string(2 * (n - 1))};
    Json steps{2 * (n - 1)};
    for (unsigned r = 1; r <= 6; ++r) {
      const Cycles best = best_hierarchy({n, n}, r, HopCosts{}).cycles;
      cells.push_back(std::to_string(best.count()));
      steps.push_back(best.count());
    }
    shown.rows.push_back(std::move(cells));
    rows.push_back({{"n", n}, {"steps", std::move(steps)}});
  }
  add_table(report, std::move(shown), "hierarchies", std::move(rows));
}

StudyReport reproduce_express_mesh(const Catalogue& catalogue, const Runner& run,
                                   const Values& values) {
  const std::int64_t most = values.number("nodes");
  StudyReport report;
  report.json = Json::object();
  report.title = "Meshes with express links: what the paper states and what machines take";
  report.opening = {
      "Semigroup computations (Table 1) and other problems (Table 2) of Cheung and Lau, TR-95-01, "
      "1995, run on simulated machines of rising size, with h = x = b = 1. What is measured is the "
      "growth that fits these steps best; where the count is a factor times (N^(1/4) - 1), small "
      "machines make it look steeper than it is."};
  run_table("Table 1: semigroup computations", "table_1", table_1(catalogue, most), run, report);
  run_table("Table 2: other problems, lengths sqrt n", "table_2", table_2(most), run, report);
  lines_tables(report);
  best_lengths_table(catalogue, report);
  blocked_table(report);
  hierarchies_table(report);
  report.command = "plexus reproduce express-mesh";
  return report;
}

}  // namespace

Study express_mesh_study() {
  return {"express-mesh",
          "Tables 1 and 2 of Cheung and Lau 1995, and the best lengths",
          {integer("nodes", 256, 390625, 390625, "nodes of the largest machines that are run")},
          reproduce_express_mesh};
}

}  // namespace plexus
