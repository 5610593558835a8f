#include "models/express-mesh/study.hpp"

#include <algorithm>
#include <cmath>
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
  std::string model;
  std::string growth;  ///< that the paper states
  std::string operation;
  std::string algorithm;
  std::vector<Json> runs;  ///< parameters
  bool logarithmic = false;
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

const std::vector<std::int64_t> kSides{16, 32, 64, 128, 256};

std::vector<Series> table_1() {
  std::vector<Json> ordinary;
  std::vector<Json> global;
  std::vector<Json> express;
  std::vector<Json> separable;
  std::vector<Json> hierarchy;
  for (const std::int64_t n : kSides) {
    ordinary.push_back(square(n, Json::object()));
    global.push_back(square(n, {{"block", best_block(n)}}));
    express.push_back(with_lengths(n));
    separable.push_back(square(n, {{"block", 1}}));
    hierarchy.push_back(square(n, {{"group", 2}}));
  }
  const std::vector<std::vector<std::int64_t>> groups{
      {16, 2, 2, 2}, {32, 2, 3, 3}, {64, 4, 2, 2}, {128, 4, 2, 4}, {256, 4, 4, 4}};
  std::vector<Json> rows_columns;
  for (const auto& g : groups) {
    rows_columns.push_back(square(g[0], {{"block", g[1]}, {"group2", g[2]}, {"group3", g[3]}}));
  }
  std::vector<Json> skewed;
  std::vector<Json> row_major;
  for (std::int64_t t = 2; t <= 5; ++t) {
    const Json sides{t * t * t * t * t, t * t * t};
    skewed.push_back({{"sides", sides}, {"block", t}, {"group2", t}, {"group3", t}});
    row_major.push_back({{"sides", sides}, {"block", t}, {"group", t}});
  }
  return {
      {"Ordinary meshes", "N^(1/2)", "reduce", "ordinary-mesh", ordinary},
      {"Meshes with a global bus", "N^(1/3)", "reduce", "global-bus", global},
      {"Meshes with express links", "N^(1/4)", "reduce", "algorithm-3", express},
      {"Meshes with row and column buses", "N^(1/6)", "reduce", "row-column-bus", rows_columns},
      {"Meshes with row and column buses, N^(5/8) x N^(3/8)", "N^(1/8)", "reduce", "row-column-bus",
       skewed},
      {"Meshes with separable buses, N^(5/8) x N^(3/8)", "N^(1/8)", "reduce",
       "separable-bus-row-major", row_major},
      {"Meshes with a separable bus per row and column", "log N", "reduce", "separable-bus",
       separable, true},
      {"Meshes with hierarchies of buses", "log N", "reduce", "bus-hierarchy", hierarchy, true}};
}

std::vector<Series> table_2() {
  std::vector<Json> plain;
  std::vector<Json> bits;
  std::vector<Json> values;
  for (const std::int64_t n : {16, 36, 64, 144, 256}) {
    const auto root = std::llround(std::sqrt(static_cast<double>(n)));
    const Json lengths{{"lengths", {root, root}}};
    plain.push_back(square(n, lengths));
    bits.push_back(plain.back());
    bits.back()["one_in"] = 3;
    values.push_back(plain.back());
    values.back()["modulus"] = std::int64_t{1} << 32;
  }
  return {{"Prefix computations", "N^(1/4)", "scan", "row-column-scan", plain},
          {"Median row", "N^(1/4)", "median-row", "count-and-search", bits},
          {"Median finding", "N^(1/4) log N", "median", "median-of-medians", values},
          {"All points closest neighbor", "N^(1/4)", "closest-point", "four-scans", bits}};
}

/// Exponent e of c N^e, or factor c of c log2 N, that fits best (least squares of logarithms, or of
/// steps).
double fit(const std::vector<std::pair<double, double>>& points, bool logarithmic) {
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  const auto count = static_cast<double>(points.size());
  for (const auto& [N, steps] : points) {
    const double px = std::log2(N);
    const double py = logarithmic ? steps : std::log2(steps);
    x += px;
    y += py;
    xx += px * px;
    xy += px * py;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

/// Runs a table's series; adds its rows, and the same as JSON.
void run_table(const std::string& title, const std::string& name, const std::vector<Series>& table,
               const Runner& run, StudyReport& report) {
  StudyTable shown{title, {"model", "paper", "algorithm", "N", "steps", "fitted"}, {}};
  Json rows = Json::array();
  for (const Series& series : table) {
    std::vector<std::pair<double, double>> points;
    std::string sizes;
    std::string steps;
    Json measured = Json::array();
    for (const Json& parameters : series.runs) {
      const Report result = run({"express-mesh", series.operation, series.algorithm, parameters});
      report.good = report.good && result.verified &&
                    std::ranges::all_of(result.predictions, [&](const Prediction& prediction) {
                      return prediction.holds(result.cycles);
                    });
      const auto N =
          parameters["sides"][0].get<std::int64_t>() * parameters["sides"][1].get<std::int64_t>();
      points.emplace_back(static_cast<double>(N), static_cast<double>(result.cycles.count()));
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(N);
      steps += (steps.empty() ? "" : ", ") + std::to_string(result.cycles.count());
      measured.push_back({{"N", N}, {"parameters", parameters}, {"cycles", result.cycles.count()}});
    }
    const double fitted = fit(points, series.logarithmic);
    const std::string growth = series.logarithmic ? fmt::format("{:.2f} log2 N + c", fitted)
                                                  : fmt::format("N^{:.3f}", fitted);
    shown.rows.push_back({series.model, series.growth, series.algorithm, sizes, steps, growth});
    rows.push_back({{"model", series.model},
                    {"growth", series.growth},
                    {"operation", series.operation},
                    {"algorithm", series.algorithm},
                    {"fitted", fitted},
                    {"runs", std::move(measured)}});
  }
  report.json[name] = std::move(rows);
  report.tables.push_back(std::move(shown));
}

std::string lengths_text(const std::vector<std::vector<std::int64_t>>& lengths) {
  std::string text;
  for (const auto& levels : lengths) {
    text += (text.empty() ? "" : ", ") + fmt::format("{}", fmt::join(levels, " "));
  }
  return text;
}

/// Section 8: searches over the closed forms, which the runs above and the tests bear out.
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

StudyReport run_study(const Catalogue& /*catalogue*/, const Runner& run, const Values& /*values*/) {
  StudyReport report;
  report.json = Json::object();
  report.title = "Meshes with express links: what the paper states and what machines take";
  report.opening = {
      "Semigroup computations (Table 1) and other problems (Table 2) of Cheung and Lau, TR-95-01, "
      "1995, run on simulated machines of rising size, with h = x = b = 1. `fitted` is the growth "
      "that these steps show; small machines stay below it where the count is a factor times "
      "(N^(1/4) - 1)."};
  run_table("Table 1: semigroup computations", "table_1", table_1(), run, report);
  run_table("Table 2: other problems, lengths sqrt n", "table_2", table_2(), run, report);
  best_lengths_table(report);
  hierarchies_table(report);
  report.command = "plexus reproduce express-mesh";
  return report;
}

}  // namespace

Study express_mesh_study() {
  return {
      "express-mesh", "Tables 1 and 2 of Cheung and Lau 1995, and the best lengths", {}, run_study};
}

}  // namespace plexus
