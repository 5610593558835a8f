#include "models/express-mesh/study.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/algorithms.hpp"

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
  std::vector<Json> runs;  ///< parameters
  Growth form = Growth::kPower;
};

Json square(std::int64_t n, Json more) {
  Json parameters{{"sides", {n, n}}};
  parameters.update(more);
  return parameters;
}

Json with_lengths(std::int64_t n, const Json& more = Json::object()) {
  Json parameters = square(n, {{"lengths", "best"}});
  parameters.update(more);
  return parameters;
}

/// The side of a block with the fewest steps on one global bus, by trying all.
std::int64_t best_block(std::int64_t n) {
  std::int64_t best = 1;
  std::int64_t least = n * n;
  for (std::int64_t s = 1; s <= n; ++s) {
    const std::int64_t corners = ceil_div(n, s) * ceil_div(n, s);
    const std::int64_t steps = 2 * (s - 1) + corners - 1;
    if (steps < least) {
      least = steps;
      best = s;
    }
  }
  return best;
}

/// Machines with at most `most` nodes.
std::vector<Series> table_1(std::int64_t most) {
  std::vector<Json> ordinary;
  std::vector<Json> global;
  std::vector<Json> express;
  std::vector<Json> rows_columns;
  std::vector<Json> separable;
  std::vector<Json> hierarchy;
  // Block, group2 and group3 of row and column buses: those with the fewest steps.
  const std::vector<std::vector<std::int64_t>> groups{
      {16, 2, 2, 2}, {32, 2, 3, 3}, {64, 4, 2, 2}, {128, 4, 2, 4}, {256, 4, 4, 4}};
  for (const auto& g : groups) {
    const std::int64_t n = g[0];
    if (n * n > most) break;
    ordinary.push_back(square(n, Json::object()));
    global.push_back(square(n, {{"block", best_block(n)}}));
    express.push_back(with_lengths(n));
    rows_columns.push_back(square(n, {{"block", g[1]}, {"group2", g[2]}, {"group3", g[3]}}));
    separable.push_back(square(n, {{"block", 1}}));
    hierarchy.push_back(square(n, {{"group", 2}}));
  }
  std::vector<Json> skewed;
  std::vector<Json> row_major;
  for (std::int64_t t = 2; t <= 5; ++t) {
    const Json sides{t * t * t * t * t, t * t * t};
    if (sides[0].get<std::int64_t>() * sides[1].get<std::int64_t>() > most) break;
    skewed.push_back({{"sides", sides}, {"block", t}, {"group2", t}, {"group3", t}});
    row_major.push_back({{"sides", sides}, {"block", t}, {"group", t}});
  }
  return {{"Ordinary meshes", "ordinary", "N^(1/2)", "reduce", "ordinary-mesh", ordinary},
          {"Meshes with a global bus", "global bus", "N^(1/3)", "reduce", "global-bus", global},
          {"Meshes with express links", "express", "N^(1/4)", "reduce", "algorithm-3", express},
          {"Meshes with row and column buses", "row, column", "N^(1/6)", "reduce", "row-column-bus",
           rows_columns},
          {"Meshes with row and column buses, N^(3/8) x N^(5/8)", "row, column skewed", "N^(1/8)",
           "reduce", "row-column-bus", skewed},
          {"Meshes with separable buses, N^(3/8) x N^(5/8)", "separable skewed", "N^(1/8)",
           "reduce", "separable-bus-row-major", row_major},
          {"Meshes with a separable bus per row and column", "separable", "log N", "reduce",
           "separable-bus", separable, Series::Growth::kLog},
          {"Meshes with hierarchies of buses", "hierarchy", "log N", "reduce", "bus-hierarchy",
           hierarchy, Series::Growth::kLog}};
}

std::vector<Series> table_2(std::int64_t most) {
  std::vector<Json> plain;
  std::vector<Json> bits;
  std::vector<Json> values;
  for (const std::int64_t n : {16, 36, 64, 144, 256}) {
    if (n * n > most) break;
    const auto root = std::llround(std::sqrt(static_cast<double>(n)));
    const Json lengths{{"lengths", {root, root}}};
    plain.push_back(square(n, lengths));
    bits.push_back(plain.back());
    bits.back()["one_in"] = 3;
    for (std::int64_t seed = 0; seed < (n < 256 ? 4 : 2); ++seed) {
      values.push_back(plain.back());
      values.back()["modulus"] = std::int64_t{1} << 32;
      values.back()["seed"] = seed;
    }
  }
  return {{"Prefix computations", "scan", "N^(1/4)", "scan", "row-column-scan", plain},
          {"Median row", "median row", "N^(1/4)", "median-row", "count-and-search", bits},
          {"Median finding (worst seed)", "median", "N^(1/4) log N", "median", "median-of-medians",
           values, Series::Growth::kPowerTimesLog},
          {"All points closest neighbor", "closest point", "N^(1/4)", "closest-point", "four-scans",
           bits}};
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

/// Runs one series; adds the runs to `measured`.
Points run_series(const Series& series, const Runner& run, StudyReport& report, Json& measured) {
  Points points;
  for (const Json& parameters : series.runs) {
    const Report result = run({"express-mesh", series.operation, series.algorithm, parameters});
    report.good = report.good && result.verified &&
                  std::ranges::all_of(result.predictions, [&](const Prediction& prediction) {
                    return prediction.holds(result.cycles);
                  });
    const auto N =
        parameters["sides"][0].get<std::int64_t>() * parameters["sides"][1].get<std::int64_t>();
    points[N] = std::max(points[N], result.cycles.count());
    measured.push_back({{"N", N}, {"parameters", parameters}, {"cycles", result.cycles.count()}});
  }
  return points;
}

/// Steps by N, a column for each series.
StudyTable growth_table(const std::string& title, const std::vector<Series>& table,
                        const std::vector<Points>& all) {
  StudyTable shown{title + ", steps", {"N"}, {}};
  std::set<std::int64_t> sizes;
  for (const Points& points : all) {
    for (const auto& [N, steps] : points) sizes.insert(N);
  }
  for (const Series& series : table) shown.columns.push_back(series.column);
  for (const std::int64_t N : sizes) {
    std::vector<std::string> cells{std::to_string(N)};
    for (const Points& points : all) {
      const auto found = points.find(N);
      cells.push_back(found == points.end() ? "-" : std::to_string(found->second));
    }
    shown.rows.push_back(std::move(cells));
  }
  return shown;
}

/// Runs a table's series; adds its rows, and the same as JSON.
void run_table(const std::string& title, const std::string& name, const std::vector<Series>& table,
               const Runner& run, StudyReport& report) {
  StudyTable shown{title, {"model", "paper", "measured", "algorithm"}, {}};
  Json rows = Json::array();
  std::vector<Points> all;
  for (const Series& series : table) {
    Json measured = Json::array();
    all.push_back(run_series(series, run, report, measured));
    const std::optional<double> fitted = fit(all.back(), series.form);
    shown.rows.push_back(
        {series.model, series.growth, fit_text(fitted, series.form), series.algorithm});
    rows.push_back({{"model", series.model},
                    {"growth", series.growth},
                    {"operation", series.operation},
                    {"algorithm", series.algorithm},
                    {"fitted", fitted ? Json(*fitted) : Json()},
                    {"runs", std::move(measured)}});
  }
  report.json[name] = std::move(rows);
  report.tables.push_back(std::move(shown));
  report.tables.push_back(growth_table(title, table, all));
}

// ---- section 8 ---------------------------------------------------------------------------------

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
  StudyTable lines{"Best lengths on one line, Algorithm 1", {"n", "steps", "lengths"}, {}};
  Json rows = Json::array();
  for (const std::int64_t n :
       {4, 8, 12, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 1000, 1024, 4096}) {
    const BestOfLine best = best_of_line(n, 1_cycles);
    lines.rows.push_back(
        {std::to_string(n), std::to_string(best.cycles), ranges_text(best.lengths)});
    rows.push_back({{"n", n}, {"steps", best.cycles}, {"lengths", best.lengths}});
  }
  report.json["lines"] = std::move(rows);
  report.tables.push_back(std::move(lines));
  StudyTable slower{"The same with slower express links: cycles (lengths)", {"n"}, {}};
  Json others = Json::array();
  for (const std::int64_t x : {1, 2, 4, 8, 16})
    slower.columns.push_back(fmt::format("x/h = {}", x));
  for (const std::int64_t n : {64, 256}) {
    slower.rows.push_back({std::to_string(n)});
    for (const std::int64_t x : {1, 2, 4, 8, 16}) {
      const BestOfLine best = best_of_line(n, Cycles{x});
      slower.rows.back().push_back(fmt::format("{} ({})", best.cycles, ranges_text(best.lengths)));
      others.push_back({{"n", n}, {"x", x}, {"cycles", best.cycles}, {"lengths", best.lengths}});
    }
  }
  report.json["slower_links"] = std::move(others);
  report.tables.push_back(std::move(slower));
}

/// Algorithm 2 with its best lengths, after every node of n x n has folded its share of N values.
std::int64_t blocked_steps(std::int64_t values, std::int64_t n) {
  return ceil_div(values, n * n) - 1 + 2 * best_of_line(n, 1_cycles).cycles;
}

void blocked_table(StudyReport& report) {
  StudyTable shown{"Several values on each of n x n nodes",
                   {"values", "best n", "steps", "n near N^(2/5)", "steps there"},
                   {}};
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
  report.json["blocked"] = std::move(rows);
  report.tables.push_back(std::move(shown));
}

std::string lengths_text(const std::vector<std::vector<std::int64_t>>& lengths) {
  std::string text;
  for (const auto& levels : lengths) {
    text += (text.empty() ? "" : ", ") + fmt::format("{}", fmt::join(levels, " "));
  }
  return text;
}

/// Searches over the closed forms, which the runs above and the tests bear out.
void best_lengths_table(StudyReport& report) {
  StudyTable shown{"Best lengths on n x n nodes: steps (Lr, Lc)",
                   {"algorithm", "n = 16", "n = 64", "n = 256"},
                   {}};
  Json rows = Json::array();
  for (const ExpressMeshAlgorithm& described : express_mesh_algorithms()) {
    const ExpressMeshRules& rules = described.rules;
    if (rules.steps == nullptr || rules.levels != Levels::kOne || rules.dimensions != 2 ||
        described.name == "blocked") {
      continue;
    }
    std::vector<std::string> cells{described.name};
    Json row{{"algorithm", described.name}};
    for (const std::int64_t n : {16, 64, 256}) {
      const Values values =
          complete(parameters_of(rules), {{"sides", {n, n}}, {"lengths", "best"}});
      const ExpressMeshCase at = ExpressMeshCase::read(values, rules);
      const std::int64_t steps = rules.steps(at).cycles(at.costs).count();
      cells.push_back(fmt::format("{} ({})", steps, lengths_text(at.mesh.lengths)));
      row[std::to_string(n)] = {{"steps", steps}, {"lengths", at.mesh.lengths}};
    }
    shown.rows.push_back(std::move(cells));
    rows.push_back(std::move(row));
  }
  report.json["best_lengths"] = std::move(rows);
  report.tables.push_back(std::move(shown));
}

void hierarchies_table(StudyReport& report) {
  constexpr unsigned kMostLevels = 6;
  StudyTable shown{"Hierarchies on n x n nodes: fewest steps by levels r", {"n", "r = 0"}, {}};
  for (unsigned r = 1; r <= kMostLevels; ++r) shown.columns.push_back(std::to_string(r));
  Json rows = Json::array();
  for (const std::int64_t n : {16, 64, 256, 1024, 4096}) {
    std::vector<std::string> cells{std::to_string(n), std::to_string(2 * (n - 1))};
    Json steps{2 * (n - 1)};
    for (unsigned r = 1; r <= kMostLevels; ++r) {
      const Cycles best = best_hierarchy({n, n}, r, HopCosts{}).cycles;
      cells.push_back(std::to_string(best.count()));
      steps.push_back(best.count());
    }
    shown.rows.push_back(std::move(cells));
    rows.push_back({{"n", n}, {"steps", std::move(steps)}});
  }
  report.json["hierarchies"] = std::move(rows);
  report.tables.push_back(std::move(shown));
}

StudyReport run_study(const Catalogue& /*catalogue*/, const Runner& run, const Values& values) {
  const std::int64_t most = values.number("nodes");
  StudyReport report;
  report.json = Json::object();
  report.title = "Meshes with express links: what the paper states and what machines take";
  report.opening = {
      "Semigroup computations (Table 1) and other problems (Table 2) of Cheung and Lau, TR-95-01, "
      "1995, run on simulated machines of rising size, with h = x = b = 1. What is measured is the "
      "growth that fits these steps best; where the count is a factor times (N^(1/4) - 1), small "
      "machines make it look steeper than it is."};
  run_table("Table 1: semigroup computations", "table_1", table_1(most), run, report);
  run_table("Table 2: other problems, lengths sqrt n", "table_2", table_2(most), run, report);
  lines_tables(report);
  best_lengths_table(report);
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
          run_study};
}

}  // namespace plexus
