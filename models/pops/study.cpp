#include "models/pops/study.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/pops/optics.hpp"

namespace plexus::pops {

namespace {

/// Longer runs are worked out with --full alone.
constexpr std::int64_t kMostCycles = 1'000'000;

/// A cell of a table: words as they are, decimals to two places, a dash for nothing.
std::string shown(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number_float()) return value.dump();
  std::string text = fmt::format("{:.2f}", value.get<double>());
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// The parameters of one row: the machine, and every knob that the algorithm asks for.
Json parameters_of(const CatalogueEntry& algorithm, NodeId d, NodeId g) {
  Json given{{"d", d}, {"g", g}};
  for (const Parameter& parameter : algorithm.parameters) {
    if (parameter.name == "multi_tx" || parameter.name == "multi_rx") given[parameter.name] = true;
    if (parameter.name == "subgroup") given[parameter.name] = std::min(d, g);
  }
  return given;
}

/// Our count before the run; nothing where the algorithm does not run on the machine.
std::optional<std::int64_t> count_before(const CatalogueEntry& algorithm, const Json& given) {
  try {
    const auto all = algorithm.prepare(complete(algorithm.parameters, given))->predictions();
    return static_cast<std::int64_t>(all.back().cycles);
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

/// Is there a row of it? Not of demonstrators, and of what only a simulation can count.
bool is_listed(const CatalogueEntry& algorithm) {
  return algorithm.machine == "pops" && algorithm.simulates && algorithm.operation != "raw" &&
         algorithm.operation != "traffic" && !algorithm.name.ends_with("printed");
}

/// The operations whose default algorithms stand for a machine.
bool stands_for_machine(const CatalogueEntry& algorithm) {
  constexpr std::array kOperations{"permutation", "allgather", "alltoall", "reduce", "scan"};
  return algorithm.is_default &&
         std::ranges::find(kOperations, algorithm.operation) != kOperations.end();
}

/// Does it run the algorithm of another network, move by move?
bool is_simulated(const std::string& name) {
  return name.starts_with("hypercube") || name == "mesh" || name.starts_with("theorem");
}

/// One machine: its cycles for five operations together.
struct Trade {
  NodeId d = 1;
  NodeId g = 1;
  std::int64_t cycles = 0;  ///< of permutation, allgather, alltoall, reduce and scan

  [[nodiscard]] std::string name() const { return fmt::format("({}, {})", d, g); }
};

class PopsTables {
 public:
  PopsTables(const Catalogue& catalogue, const Runner& runner, bool full)
      : catalogue_{&catalogue}, runner_{&runner}, full_{full} {
    study_.json = {{"study", "pops"}, {"rows", Json::array()}, {"trade_off", Json::array()}};
  }

  void add(NodeId nodes) {
    StudyTable table{
        fmt::format("n = {}: cycles of one-word data", nodes),
        {"operation", "algorithm", "d", "g", "slots", "paper", "ours", "bound", "measured"},
        {}};
    std::vector<Trade> trades;
    for (NodeId d = 1; d <= nodes; ++d) {
      if (nodes % d == 0) trades.push_back({d, nodes / d});
    }
    std::uint64_t left_out = 0;
    for (const CatalogueEntry& algorithm : catalogue_->algorithms) {
      if (!is_listed(algorithm)) continue;
      for (Trade& trade : trades) {
        const auto count = count_before(algorithm, parameters_of(algorithm, trade.d, trade.g));
        if (!count) continue;
        if (stands_for_machine(algorithm)) trade.cycles += *count;
        if (full_ || *count <= kMostCycles) {
          add_row(algorithm, trade, *count, table);
        } else {
          ++left_out;
        }
      }
    }
    study_.tables.push_back(std::move(table));
    add_comparisons(nodes, trades);
    add_trades(nodes, trades);
    if (left_out == 0) return;
    study_.notes.push_back(
        fmt::format("n = {}: {} runs of more than {} cycles are left out; --full true runs them.",
                    nodes, left_out, kMostCycles));
  }

  StudyReport report(const Values& values) {
    study_.json["parameters"] = values.json();
    study_.json["good"] = study_.good;
    return std::move(study_);
  }
  StudyReport& study() { return study_; }

 private:
  void add_row(const CatalogueEntry& algorithm, const Trade& trade, std::int64_t count,
               StudyTable& table) {
    const Report run = (*runner_)(
        {"pops", algorithm.operation, algorithm.name, parameters_of(algorithm, trade.d, trade.g)});
    const std::int64_t measured = run.cycles.count();
    const bool good = measured == count && plexus::good(run);
    study_.good = study_.good && good;
    const bool printed = run.predictions.front().equation != "exact";
    Json row{{"operation", algorithm.operation},
             {"algorithm", algorithm.name},
             {"d", trade.d},
             {"g", trade.g},
             {"slots", run.statistics.value("slots", Json())},
             {"paper", printed ? Json(run.predictions.front().cycles) : Json()},
             {"ours", count},
             {"bound", run.lower_bound ? Json(run.lower_bound->count()) : Json()},
             {"measured", measured}};
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const Json& value : row) cells.push_back(shown(value));
    if (!good) cells.back() += ": WRONG";
    row["good"] = good;
    study_.json["rows"].push_back(std::move(row));
    if (algorithm.name == "single-active") return;  // moves one datum of a group, others move all
    auto& best = measured_[algorithm.operation][{trade.d, is_simulated(algorithm.name)}];
    best = std::min(best.value_or(measured), measured);
  }

  /// For each operation that a simulated network also does: its fewest cycles in both ways.
  void add_comparisons(NodeId nodes, const std::vector<Trade>& trades) {
    for (auto& [operation, cycles] : measured_) {
      StudyTable table{fmt::format("n = {}, {}: simulated against custom", nodes, operation),
                       {"POPS(d, g)", "simulated network", "custom routing"},
                       {}};
      bool both = false;
      for (const Trade& trade : trades) {
        const auto simulated = cycles[{trade.d, true}];
        const auto custom = cycles[{trade.d, false}];
        both = both || (simulated && custom);
        const auto cell = [](const auto& count) { return count ? std::to_string(*count) : "-"; };
        table.rows.push_back({trade.name(), cell(simulated), cell(custom)});
      }
      if (both) study_.tables.push_back(std::move(table));
    }
    measured_.clear();
  }

  void add_trades(NodeId nodes, const std::vector<Trade>& trades) {
    StudyTable table{
        fmt::format("n = {}: what a machine costs, and its cycles for the default permutation, "
                    "allgather, alltoall, reduce and scan together",
                    nodes),
        {"POPS(d, g)", "couplers", "transmitters + receivers", "cycles of all five", "margin in dB",
         "on the Pareto front"},
        {},
        ""};
    for (const Trade& one : trades) {
      const double margin = Optics{}.margin(one.d);
      // No other that has light enough is better in cost, that is in g, or in cycles, and as good
      // in the other.
      const bool front = margin >= 0 && std::ranges::none_of(trades, [&one](const Trade& other) {
                           return Optics{}.margin(other.d) >= 0 && other.g <= one.g &&
                                  other.cycles <= one.cycles &&
                                  (other.g < one.g || other.cycles < one.cycles);
                         });
      const std::uint64_t couplers = std::uint64_t{one.g} * one.g;
      const std::uint64_t optics = 2 * std::uint64_t{nodes} * one.g;
      table.rows.push_back(
          {one.name(), std::to_string(couplers), std::to_string(optics), std::to_string(one.cycles),
           shown(margin) + (margin < 0 ? ": infeasible" : ""), front ? "yes" : "no"});
      study_.json["trade_off"].push_back({{"nodes", nodes},
                                          {"d", one.d},
                                          {"g", one.g},
                                          {"couplers", couplers},
                                          {"transmitters_receivers", optics},
                                          {"cycles", one.cycles},
                                          {"margin", margin},
                                          {"front", front}});
    }
    study_.tables.push_back(std::move(table));
  }

  const Catalogue* catalogue_;
  const Runner* runner_;
  /// Fewest measured cycles by operation, then by d and by whether a network is simulated.
  std::map<std::string, std::map<std::pair<NodeId, bool>, std::optional<std::int64_t>>> measured_;
  bool full_;
  StudyReport study_;
};

StudyReport reproduce_pops(const Catalogue& catalogue, const Runner& runner, const Values& values) {
  PopsTables tables{catalogue, runner, values.flag("full")};
  StudyReport& study = tables.study();
  study.title = "Operations of a POPS(d, g) by custom routings and by simulated networks";
  study.opening = {
      "Every algorithm on all (d, g) with d g = n, one-word data, M = min(d, g). paper: the "
      "formula "
      "of the paper; ours: our count; bound: what no algorithm can beat; measured: the simulated "
      "hardware. A dash: none is given."};
  for (const std::int64_t nodes : values.list("nodes")) tables.add(static_cast<NodeId>(nodes));
  return tables.report(values);
}

}  // namespace

}  // namespace plexus::pops

namespace plexus {

Study pops_study() {
  return {"pops",
          "the POPS paper's operations on all (d, g), and what the machines cost",
          {with_check(integers("nodes", 1, Json::array({16, 64, 256, 1024, 4096}),
                               "processors of the machines, several sizes"),
                      "1 .. 65536, separated by commas",
                      [](const Json& list, const Values&) {
                        for (const Json& entry : list) {
                          if (entry <= 65536) continue;
                          throw Refusal{RefusalClass::kSize,
                                        fmt::format("--nodes {} is more than this study takes: "
                                                    "choose up to 65536.",
                                                    entry.dump())};
                        }
                      }),
           flag("full", false, "also runs of more than a million cycles")},
          pops::reproduce_pops};
}

}  // namespace plexus
