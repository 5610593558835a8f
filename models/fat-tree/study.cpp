#include "models/fat-tree/study.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/case.hpp"
#include "models/fat-tree/equations.hpp"

namespace plexus {

namespace {

/// One statement of the paper, the algorithm that is to show it, and the algorithm's equation that
/// holds its value.
struct Statement {
  const char* item;
  const char* place;
  const char* operation;
  const char* algorithm;
  const char* printed;                          ///< the formula
  const char* equation;                         ///< label; null: the paper gives no value
  bool (*speaks_of)(const FatTreeShape& tree);  ///< of which trees
  const char* remark;                           ///< where it errs
};

bool always(const FatTreeShape&) { return true; }
bool constant(const FatTreeShape& tree) { return tree.is_constant(); }
bool exponential(const FatTreeShape& tree) { return tree.is_exponential(); }
bool interleaves(const FatTreeShape& tree) { return fat_tree::suits_interleaved_exponential(tree); }

constexpr const char* kFed = "needs c_h <= 2 c_(h-1) (F3)";

constexpr Statement kStatements[] = {
    {"Table 1: broadcast", "Sec. 2.1", "broadcast", "replicate", "2 log n", "2 log n", always, ""},
    {"Table 1: scatter", "Sec. 2.1", "scatter", "farthest-first", "n + 1", "Theorem 1", always,
     "n = 2: 2 (F1)"},
    {"Theorem 1", "Sec. 3", "scatter", "farthest-first", "n + 1", "Theorem 1", always,
     "the maximum is at T_2 = T_3 (F1)"},
    {"dual", "Sec. 3", "gather", "timed", "n + 1", "Theorem 1", always, ""},
    {"Table 1, Theorem 2", "Sec. 4", "allgather", "flooding", "n + 1", "Theorem 2", always,
     "with queues"},
    {"queue-free", "Sec. 4.1", "allgather", "phased-pipelined", "n + 2 log n - 2",
     "n + 2 log n - 2", always, "of reference [3]"},
    {"open question", "Sec. 6", "allgather", "queue-free-optimal", "none", nullptr, always,
     "without queues as fast as with them (F6)"},
    {"Table 1: alltoall", "Sec. 2.1", "alltoall", "first-fit", "max{n + 1, n^2/(4 c)}", "Table 1",
     always, "a bound, not tight; n = 2: 2 (F8)"},
    {"n scatterings", "Sec. 5", "alltoall", "consecutive-scatter", "n(n + 1)", "n(n + 1)", always,
     "n = 2: 4 (F1)"},
    {"two at a time", "Sec. 5", "alltoall", "concurrent-scatter", "n(n + 1)/2", "n(n + 1)/2",
     always, "needs an order of its own (F5)"},
    {fat_tree::kEquation1, "Sec. 5", "alltoall", "phased", "sum of 4^(h-1)/c_h + (log n)^2",
     fat_tree::kEquation1, always, kFed},
    {fat_tree::kEquation2, "Sec. 5", "alltoall", "phased-pipelined",
     "sum of 4^(h-1)/c_h + 2 log n - 1", fat_tree::kEquation2, always, kFed},
    {"T_CBFT", "Sec. 5", "alltoall", "phased-pipelined", "(n^2 - 1)/3 + 2 log n - 1", "T_CBFT",
     constant, "first-fit is a quarter faster (F9)"},
    {fat_tree::kEquation3, "Sec. 5", "alltoall", "phased-pipelined", "n + 2 log n - 2",
     fat_tree::kEquation3, exponential, ""},
    {"Lemma 3, (6)", "Sec. 5.1", "alltoall", "interleaved-exponential",
     "n + 2 log n - 2 log log n - 2", "Lemma 3", interleaves, "a bound; ours is higher (F10)"},
    {"conjecture", "Sec. 5.1", "alltoall", "interleaved-exponential", "n + 2 log n - 2",
     "n + 2 log n - 2", interleaves, "false for n >= 8 (F6)"}};

/// What the algorithm's equation gives for this run, in cycles, which here are steps; nothing where
/// it does not speak of such trees.
std::optional<double> value_of(const Statement& statement, const FatTreeShape& tree,
                               const Report& report) {
  if (statement.equation == nullptr || tree.arity() != 2) return std::nullopt;
  for (const Prediction& prediction : report.predictions) {
    if (prediction.equation == statement.equation) return prediction.cycles;
  }
  return std::nullopt;
}

std::string text_of(double steps) { return fmt::format("{:g}", std::nearbyint(steps * 100) / 100); }

std::string text_of(const Json& value) { return value.is_null() ? "-" : value.dump(); }

Json parameters_of(const FatTreeShape& tree) {
  return {{"arity", tree.arity()}, {"nodes", tree.nodes()}, {"capacities", tree.capacities()}};
}

/// Runs an algorithm; notes in `study` if it went wrong.
Report run_one(const Runner& run, const FatTreeShape& tree, const char* operation,
               const char* algorithm, StudyReport& study) {
  Report report = run({"fat-tree", operation, algorithm, parameters_of(tree)});
  study.good = study.good && good(report);
  return report;
}

std::string printed_exact(const Report& report) {
  for (const Prediction& prediction : report.predictions) {
    if (prediction.equation == "exact") return text_of(prediction.cycles);
  }
  return "-";
}

void add_statements(const Runner& run, const FatTreeShape& tree, StudyReport& study) {
  StudyTable table{"Table 1, theorems, lemma and equations, in steps",
                   {"item", "place", "algorithm", "printed", "value", "ours", "bound", "measured",
                    "max queue", "remark"},
                   {},
                   "steps"};
  study.json["statements"] = Json::array();
  for (const Statement& statement : kStatements) {
    if (tree.height() == 0 || !statement.speaks_of(tree)) continue;
    const Report report = run_one(run, tree, statement.operation, statement.algorithm, study);
    const std::optional<double> value = value_of(statement, tree, report);
    const Json bound = report.lower_bound ? Json(report.lower_bound->count()) : Json();
    const std::string way = fmt::format("{} {}", statement.operation, statement.algorithm);
    table.rows.push_back({statement.item, statement.place, way, statement.printed,
                          value ? text_of(*value) : "-", printed_exact(report), text_of(bound),
                          std::to_string(report.cycles.count()),
                          text_of(report.statistics.at("max_queue")), statement.remark});
    study.json["statements"].push_back({{"item", statement.item},
                                        {"place", statement.place},
                                        {"operation", statement.operation},
                                        {"algorithm", statement.algorithm},
                                        {"printed", statement.printed},
                                        {"value", value ? Json(*value) : Json()},
                                        {"bound", bound},
                                        {"measured", report.cycles.count()},
                                        {"max_queue", report.statistics.at("max_queue")},
                                        {"remark", statement.remark}});
  }
  study.tables.push_back(std::move(table));
}

/// Sec. 4.1: where flooding queues.
void add_queues(const Runner& run, const FatTreeShape& tree, StudyReport& study) {
  const Report report = run_one(run, tree, "allgather", "flooding", study);
  StudyTable table{"Sec. 4.1: the largest queues of flooding, by level of the routers",
                   {"level", "printed", "port up", "ports down"},
                   {},
                   "packets"};
  const Json& up = report.statistics.at("queue_up");
  const Json& down = report.statistics.at("queue_down");
  for (unsigned level = 1; level <= tree.height(); ++level) {
    table.rows.push_back(
        {std::to_string(level),
         tree.is_constant() && tree.arity() == 2 ? std::to_string(tree.power(level - 1)) : "-",
         level < tree.height() ? up[level - 1].dump() : "-", down[level - 1].dump()});
  }
  study.json["queue_up"] = up;
  study.json["queue_down"] = down;
  study.tables.push_back(std::move(table));
}

void add_row(const Runner& run, const FatTreeShape& tree, const std::string& head,
             StudyTable& table, Json& json, StudyReport& study) {
  std::vector<std::string> row{head, std::to_string(fat_tree::bound_alltoall(tree))};
  Json entry{{"of", head}, {"bound", fat_tree::bound_alltoall(tree)}};
  for (const char* algorithm : {"phased", "phased-pipelined", "first-fit"}) {
    const Report report = run_one(run, tree, "alltoall", algorithm, study);
    row.push_back(std::to_string(report.cycles.count()));
    entry[algorithm] = report.cycles.count();
  }
  table.rows.push_back(std::move(row));
  json.push_back(std::move(entry));
}

/// Alltoall against n, with the same kind of capacities.
void add_sizes(const Runner& run, const FatTreeShape& tree, StudyReport& study) {
  StudyTable table{"Alltoall against n, in steps",
                   {"n", "bound", "phased (1)", "pipelined (2)", "first-fit"},
                   {},
                   "steps"};
  study.json["against_nodes"] = Json::array();
  for (unsigned height = 1; height <= tree.height(); ++height) {
    const std::vector<std::int64_t> capacities{tree.capacities().begin(),
                                               tree.capacities().begin() + height};
    add_row(run, {tree.arity(), tree.power(height), capacities}, std::to_string(tree.power(height)),
            table, study.json["against_nodes"], study);
  }
  study.tables.push_back(std::move(table));
}

/// Alltoall against the exponent a of c_j = k^(a (j-1)): from constant to exponential capacities.
void add_exponents(const Runner& run, const FatTreeShape& tree, StudyReport& study) {
  StudyTable table{"Alltoall against the exponent a of c_j = k^(a (j-1)), in steps",
                   {"a", "bound", "phased (1)", "pipelined (2)", "first-fit"},
                   {},
                   "steps"};
  study.json["against_exponent"] = Json::array();
  for (const double exponent : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    std::vector<std::int64_t> capacities;
    for (unsigned j = 1; j <= tree.height(); ++j) {
      const double links = std::pow(double(tree.arity()), exponent * (j - 1));
      capacities.push_back(static_cast<std::int64_t>(std::nearbyint(links)));
    }
    add_row(run, {tree.arity(), tree.nodes(), capacities}, text_of(exponent), table,
            study.json["against_exponent"], study);
  }
  study.tables.push_back(std::move(table));
}

StudyReport reproduce_fat_tree(const Catalogue&, const Runner& run, const Values& values) {
  const FatTreeShape tree = fat_tree::shape_of(values);
  StudyReport study;
  study.title =
      fmt::format("Communications in Binary Fat Trees: {} leaves, arity {}, capacities {}",
                  tree.nodes(), tree.arity(), Json(tree.capacities()).dump());
  study.opening = {
      "V. V. Dimakopoulos and N. J. Dimopoulos, 1995. Each row: what the paper prints, our own "
      "count, "
      "the lower bound, and the steps that the simulated hardware took.",
      "The paper's figures are for binary trees; F1 .. F10 are the errata of "
      "docs/machines/fat-tree.md."};
  study.json = parameters_of(tree);
  add_statements(run, tree, study);
  add_queues(run, tree, study);
  add_sizes(run, tree, study);
  add_exponents(run, tree, study);
  study.notes = {study.good ? "All results verified, all predictions held."
                            : "A result was wrong or a prediction did not hold."};
  return study;
}

}  // namespace

Study fat_tree_study() {
  Study study;
  study.name = "fat-tree";
  study.help =
      "Table 1 and all theorems and equations of the fat-tree paper, beside what runs take";
  study.parameters = fat_tree::shape_parameters();
  study.run = reproduce_fat_tree;
  return study;
}

}  // namespace plexus
