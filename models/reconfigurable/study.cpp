#include "models/reconfigurable/study.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/reconfigurable/algorithm.hpp"

namespace plexus {

namespace {

constexpr int kStudySteps = 5;  // h = log_5 3125 of figure 4

/// Lengths of figure 4's table: those of the figure, and those on both sides of a crossing.
constexpr std::array kLengths{10,  20,  30,  33,  34,  50,  75,  100, 113, 114, 150, 200,
                              210, 211, 300, 400, 500, 545, 546, 600, 700, 800, 900, 1000};

/// Runs of the study: counts those that went wrong.
class Runs {
 public:
  explicit Runs(const Runner& run) : run_{&run} {}

  Report operator()(const std::string& operation, const std::string& algorithm, Json parameters) {
    Report report = (*run_)({"reconfigurable", operation, algorithm, std::move(parameters)});
    good_ = good_ && plexus::good(report);
    return report;
  }
  [[nodiscard]] bool good() const { return good_; }

 private:
  const Runner* run_;
  bool good_ = true;
};

std::string text(std::int64_t number) { return std::to_string(number); }
/// What is no number of cycles carries a word, so that nobody plots it as such.
std::string steps(const Json& number) { return "h' = " + number.dump(); }
std::string bytes(double number) { return fmt::format("{:.3f} bytes", number); }
std::string bytes(std::int64_t number) { return fmt::format("{} bytes", number); }

/// The machine of figure 4.
ReconfigurableCase figure_4_case(std::int64_t words) {
  ReconfigurableCase at;
  at.nodes = 3125;
  at.ports = 4;
  at.words = Words{words};
  at.link = {0_cycles, 1150_cycles, 88, 1_words};
  at.policy.timing = {10000_cycles, 0_cycles};
  return at;
}

StudyTable figure_4(Runs& runs, Json& json, StudyTable& best_steps) {
  best_steps = {"Figure 4: the best h', and the optima of (14) and (13)",
                {"length", "best h'", "h'* (14)", "h'* (13)"},
                {}};
  StudyTable table{"Figure 4: broadcast on 3,125 nodes, k = 4 (cycles of 10 ns)", {"bytes"}, {}};
  for (int h = 0; h <= kStudySteps; ++h) table.columns.push_back(fmt::format("h' = {}", h));
  for (const int words : kLengths) {
    std::vector<std::string> row{text(words)};
    Json cycles = Json::array();
    for (int h = 0; h <= kStudySteps; ++h) {
      const Report report = runs("broadcast", "rcp-two-phase",
                                 {{"preset", "figure4"}, {"words", words}, {"split_steps", h}});
      row.push_back(text(report.cycles.count()));
      cycles.push_back(report.cycles.count());
    }
    const Report best =
        runs("broadcast", "rcp-two-phase", {{"preset", "figure4"}, {"words", words}});
    const Json& figures = best.statistics;
    best_steps.rows.push_back(
        {fmt::format("{} bytes", words), steps(figures["chosen_split_steps"]),
         fmt::format("h'* = {:.3f}", figures["best_split_steps_eq_14"].get<double>()),
         fmt::format("h'* = {:.3f}", figures["best_split_steps_eq_13"].get<double>())});
    json.push_back({{"words", words},
                    {"cycles", cycles},
                    {"best", figures["chosen_split_steps"]},
                    {"eq_14", figures["best_split_steps_eq_14"]},
                    {"eq_13", figures["best_split_steps_eq_13"]}});
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// A curve of figure 4 without rounding, as constant + slope / scale of words: T(h').
struct Curve {
  static constexpr std::int64_t kScale = 6250;  // 2 * 5^5
  std::int64_t constant = 0;
  std::int64_t slope = 0;
};

Curve curve(int h, std::int64_t beta_r) {
  std::int64_t rest = 1;  // 5^(5 - h')
  for (int i = h; i < kStudySteps; ++i) rest *= 5;
  return {(h + kStudySteps) * (1150 + beta_r),
          88 * (Curve::kScale / 2 - rest + 2 * (kStudySteps - h) * rest)};
}

struct Fraction {
  std::int64_t above = 0;
  std::int64_t below = 1;
  [[nodiscard]] double value() const {
    return static_cast<double>(above) / static_cast<double>(below);
  }
};

/// Where the curve of `to` steps comes below that of `from` steps.
Fraction crossing(int from, int to, std::int64_t beta_r) {
  const Curve one = curve(from, beta_r);
  const Curve other = curve(to, beta_r);
  const std::int64_t above = (other.constant - one.constant) * Curve::kScale;
  const std::int64_t below = one.slope - other.slope;
  const std::int64_t common = std::gcd(above, below);
  return {above / common, below / common};
}

Cycles machine_cycles(int h, std::int64_t words) {
  const ReconfigurableCase at = figure_4_case(words);
  return phase_by_phase(costs_with_split(at, h), at.link, at.policy.timing);
}

StudyTable crossings(Json& json) {
  constexpr std::int64_t kMost = 12000;  // bytes: beyond the last crossing
  StudyTable table{
      "Where the curves cross",
      {"curves", "exactly", "", "without beta_r", "last L of the first", "first L of the second"},
      {}};
  for (const auto& [from, to] : {std::pair{0, 1}, {0, 2}, {0, 4}, {1, 2}, {1, 4}, {2, 3}, {3, 4}}) {
    std::int64_t last = 0;
    std::int64_t first = 0;
    for (std::int64_t words = 1; words <= kMost; ++words) {
      const bool second = machine_cycles(to, words) < machine_cycles(from, words);
      if (!second) last = words;
      if (second && first == 0) first = words;
    }
    const Fraction exact = crossing(from, to, 10000);
    const double bare = crossing(from, to, 0).value();
    table.rows.push_back({fmt::format("h' {} -> {}", from, to),
                          fmt::format("{}/{}", exact.above, exact.below), bytes(exact.value()),
                          bytes(bare), bytes(last), bytes(first)});
    json.push_back({{"from", from},
                    {"to", to},
                    {"words", exact.value()},
                    {"without_beta_r", bare},
                    {"last_of_first", last},
                    {"first_of_second", first}});
  }
  return table;
}

/// Tables 1 and 2 on N = 125, k = 4, L = 25, beta = 50, tau = 1, beta_r = 100, tau_r = 2.
StudyTable tables_1_and_2(Runs& runs, Json& json) {
  struct Row {
    const char* name;
    const char* operation;
    const char* algorithm;
    Json more;
  };
  const std::vector<Row> rows{{"ota (h' = 0)", "broadcast", "rcp-naive", Json::object()},
                              {"ota (h' = h)", "broadcast", "rcp-two-phase", {{"split_steps", 3}}},
                              {"pota", "scatter", "rcp-tree", Json::object()},
                              {"ata", "allgather", "rcp-clique", Json::object()},
                              {"pata", "alltoall", "rcp-clique", Json::object()}};
  StudyTable table{
      "Tables 1 and 2 on 125 nodes, k = 4, L = 25, beta = 50, tau = 1, beta_r = 100, "
      "tau_r = 2",
      {"algorithm", "in all", "communication", "lower bound", "ratio", "reconfiguration", "links"},
      {}};
  for (const Row& row : rows) {
    Json parameters{{"nodes", 125},  {"ports", 4},    {"words", 25},
                    {"startup", 50}, {"beta_r", 100}, {"tau_r", 2}};
    parameters.update(row.more);
    const Report report = runs(row.operation, row.algorithm, parameters);
    const std::int64_t setting = report.statistics["exposed_cycles"];
    const std::int64_t communication = report.cycles.count() - setting;
    const std::int64_t bound = report.lower_bound.value_or(0_cycles).count();
    const double ratio = static_cast<double>(communication) / static_cast<double>(bound);
    table.rows.push_back({row.name, text(report.cycles.count()), text(communication), text(bound),
                          fmt::format("{:.2f} times", ratio), text(setting),
                          report.statistics["links_set"].dump() + " links"});
    json.push_back({{"algorithm", row.name},
                    {"cycles", report.cycles.count()},
                    {"communication", communication},
                    {"lower_bound", bound},
                    {"ratio", ratio},
                    {"reconfiguration", setting},
                    {"links_set", report.statistics["links_set"]}});
  }
  return table;
}

/// Observation 1: one fixed tree for a whole broadcast against configurations step by step.
StudyTable one_or_many(Runs& runs, Json& json) {
  StudyTable table{"One configuration or many: broadcast on figure 4's machine",
                   {"bytes", "quasi-static tree", "best two-phase", "its h'"},
                   {}};
  for (const int words : {10, 50, 96, 97, 1000}) {
    const Report tree = runs(
        "broadcast", "fixed-bfs",
        {{"preset", "figure4"}, {"words", words}, {"mode", "quasi-static"}, {"topology", "tree"}});
    const Report best =
        runs("broadcast", "rcp-two-phase", {{"preset", "figure4"}, {"words", words}});
    const std::int64_t whole =
        tree.cycles.count() + tree.statistics["setup_cycles"].get<std::int64_t>();
    table.rows.push_back({text(words), text(whole), text(best.cycles.count()),
                          steps(best.statistics["chosen_split_steps"])});
    json.push_back({{"words", words}, {"tree", whole}, {"two_phase", best.cycles.count()}});
  }
  return table;
}

/// Observation 2: a ring that is wired against links that are switched.
StudyTable wired_or_switched(Runs& runs, Json& json) {
  StudyTable table{"T-Rack, 64 nodes, 4 bytes: a wired ring or two switched links",
                   {"operation", "wired ring", "switched by phases", "one request per command"},
                   {}};
  const std::vector<std::pair<const char*, const char*>> operations{{"broadcast", "rcp-naive"},
                                                                    {"scatter", "rcp-tree"},
                                                                    {"allgather", "circulant"},
                                                                    {"alltoall", "circulant"}};
  for (const auto& [operation, algorithm] : operations) {
    const Json base{{"preset", "t-rack"}, {"words", 4}};
    Json phases = base;
    phases["mode"] = "quasi-dynamic";
    const std::array cycles{runs(operation, "fixed-bfs", base).cycles.count(),
                            runs(operation, algorithm, phases).cycles.count(),
                            runs(operation, algorithm, base).cycles.count()};
    table.rows.push_back({operation, text(cycles[0]), text(cycles[1]), text(cycles[2])});
    json.push_back({{"operation", operation}, {"cycles", cycles}});
  }
  return table;
}

/// Observation 3: other managers.
StudyTable faster_managers(Runs& runs, Json& json) {
  const std::vector<std::pair<const char*, Json>> managers{
      {"(a)", Json::object()},
      {"(b) 2 banks", {{"banks", 2}}},
      {"(c) link", {{"grain", "link"}}},
      {"(d) link, 2 banks", {{"grain", "link"}, {"banks", 2}}},
      {"(e) per node", {{"setters", "per-node"}}},
      {"(e) per node, link", {{"setters", "per-node"}, {"grain", "link"}}},
      {"dynamic, all", {{"mode", "dynamic"}, {"batch", 0}}},
      {"dynamic, one", {{"mode", "dynamic"}, {"batch", 1}}}};
  struct Row {
    const char* operation;
    const char* algorithm;
    Json more;
  };
  const std::vector<Row> rows{{"broadcast", "rcp-naive", Json::object()},
                              {"broadcast", "rcp-two-phase", {{"split_steps", 2}}},
                              {"scatter", "rcp-tree", Json::object()},
                              {"gather", "rcp-tree", Json::object()},
                              {"allgather", "rcp-clique", Json::object()},
                              {"alltoall", "rcp-clique", Json::object()}};
  StudyTable table{"Other managers, on the machine of tables 1 and 2", {"algorithm"}, {}};
  for (const auto& [name, knobs] : managers) table.columns.emplace_back(name);
  for (const Row& row : rows) {
    std::vector<std::string> cells{fmt::format("{} {}", row.operation, row.algorithm)};
    Json cycles = Json::array();
    for (const auto& [name, knobs] : managers) {
      Json parameters{{"nodes", 125},  {"ports", 4},    {"words", 25},
                      {"startup", 50}, {"beta_r", 100}, {"tau_r", 2}};
      parameters.update(row.more);
      parameters.update(knobs);
      cycles.push_back(runs(row.operation, row.algorithm, parameters).cycles.count());
      cells.push_back(cycles.back().dump());
    }
    json.push_back(
        {{"operation", row.operation}, {"algorithm", row.algorithm}, {"cycles", cycles}});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Figure 4's machine with other managers: the best h' against what a command costs.
StudyTable best_splits(Runs& runs, Json& json) {
  constexpr std::array kWords{10, 100, 1000, 10000};
  StudyTable table{
      "Broadcast on figure 4's machine: the best h' against beta_r and the length", {"beta_r"}, {}};
  for (const int words : kWords) table.columns.push_back(fmt::format("{} bytes", words));
  for (const int beta_r : {0, 1000, 10000, 100000, 20000000}) {
    std::vector<std::string> cells{text(beta_r)};
    Json best = Json::array();
    for (const int words : kWords) {
      const Report report = runs("broadcast", "rcp-two-phase",
                                 {{"preset", "figure4"}, {"beta_r", beta_r}, {"words", words}});
      best.push_back(report.statistics["chosen_split_steps"]);
      cells.push_back(steps(best.back()));
    }
    json.push_back({{"beta_r", beta_r}, {"words", kWords}, {"best_split_steps", best}});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Steps and blocks of exchanges of any size against the bounds.
StudyTable any_size(Runs& runs, Json& json) {
  StudyTable table{"Exchanges of any size: steps / blocks",
                   {"k, N", "fewest", "allgather", "steps / blocks", "alltoall", "steps / blocks"},
                   {}};
  for (const auto& [k, N] : {std::pair{1, 10},
                             {1, 11},
                             {2, 50},
                             {2, 100},
                             {3, 50},
                             {3, 51},
                             {4, 100},
                             {4, 1000},
                             {5, 50}}) {
    const ReconfigurableShape shape = ReconfigurableShape::effective(N, k);
    std::vector<std::string> cells{fmt::format("{}, {}", k, N),
                                   fmt::format("{} / {}", shape.steps(), ceil_ratio(N - 1, k))};
    Json row{{"ports", k}, {"nodes", N}};
    for (const char* operation : {"allgather", "alltoall"}) {
      const Report report =
          runs(operation, "auto", {{"nodes", N}, {"ports", k}, {"startup", N}});  // few steps count
      std::int64_t blocks = 0;
      for (const Json& words : report.statistics["step_words"]) blocks += words.get<std::int64_t>();
      cells.push_back(report.statistics["chosen_algorithm"]);
      cells.push_back(fmt::format("{} / {}", report.statistics["phases"].dump(), blocks));
      row[operation] = {{"algorithm", report.statistics["chosen_algorithm"]},
                        {"steps", report.statistics["phases"]},
                        {"blocks", blocks}};
    }
    table.rows.push_back(std::move(cells));
    json.push_back(std::move(row));
  }
  return table;
}

StudyReport reproduce_reconfigurable(const Catalogue& /*catalogue*/, const Runner& runner,
                                     const Values& /*values*/) {
  Runs runs{runner};
  StudyReport report;
  report.title = "Collectives on reconfigurable machines";
  report.opening = {
      "Desprez, Ferreira and Tourancheau, Efficient Communication Operations in Reconfigurable "
      "Parallel Computers, 1993: figure 4 and tables 1 and 2, run on the modelled machine. Every "
      "figure is what the hardware took, in cycles."};
  report.json = {{"study", "reconfigurable"}};
  const auto part = [&](const char* name, auto make) {
    Json rows = Json::array();
    report.tables.push_back(make(rows));
    report.json[name] = std::move(rows);
  };
  StudyTable best_steps;
  part("figure_4", [&](Json& rows) { return figure_4(runs, rows, best_steps); });
  report.tables.push_back(std::move(best_steps));
  part("crossings", [](Json& rows) { return crossings(rows); });
  part("tables_1_and_2", [&](Json& rows) { return tables_1_and_2(runs, rows); });
  part("one_or_many", [&](Json& rows) { return one_or_many(runs, rows); });
  part("wired_or_switched", [&](Json& rows) { return wired_or_switched(runs, rows); });
  part("faster_managers", [&](Json& rows) { return faster_managers(runs, rows); });
  part("best_splits", [&](Json& rows) { return best_splits(runs, rows); });
  part("any_size", [&](Json& rows) { return any_size(runs, rows); });
  report.notes = {
      "The paper says that splitting is not recommended up to 20 bytes. With its own parameters "
      "the curves of h' = 0 and h' = 1 cross at 33.34 bytes, and at 3.44 if setting links cost "
      "nothing; h' = 4, its third curve, is best for no length up to 1,000 bytes, h' = 2 is from "
      "211 on.",
      "One fixed tree beats configurations step by step up to 96 bytes on figure 4's machine: "
      "configurations pay where they carry enough."};
  report.command = "plexus reproduce reconfigurable";
  report.good = runs.good();
  return report;
}

}  // namespace

Study reconfigurable_study() {
  return {"reconfigurable",
          "figure 4 and tables 1 and 2 of the paper on reconfigurable machines",
          {},
          reproduce_reconfigurable};
}

}  // namespace plexus
