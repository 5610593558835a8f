#include "models/pops/study.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/pops/parameters.hpp"

namespace plexus {

namespace {

/// Longer runs are worked out with --full alone.
constexpr std::int64_t kMostCycles = 1'000'000;

std::string shown(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// The parameters of one row: the machine, and every knob that the algorithm asks for.
Json parameters_of(const std::vector<Parameter>& list, NodeId d, NodeId g) {
  Json given{{"d", d}, {"g", g}};
  for (const Parameter& parameter : list) {
    if (parameter.name == "multi_tx" || parameter.name == "multi_rx") given[parameter.name] = true;
    if (parameter.name == "subgroup") given[parameter.name] = std::min(d, g);
  }
  return given;
}

/// Our count before the run; nothing where the algorithm does not run on the machine.
std::optional<Cycles> count_before(const PopsAlgorithm& algorithm,
                                   const std::vector<Parameter>& list, const Json& given) {
  try {
    PopsCase at = pops_case(complete(list, given));
    if (algorithm.require) algorithm.require(at);
    return algorithm.exact(at);
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

/// What one machine needs for five operations together, and what it costs.
struct Trade {
  NodeId d = 1;
  NodeId g = 1;
  std::uint64_t optics = 0;  ///< transmitters and receivers
  std::uint64_t couplers = 0;
  std::int64_t cycles = 0;  ///< of permutation, allgather, alltoall, reduce and scan
  double margin = 0;        ///< dB
  bool front = false;       ///< no other is better in cost and cycles and as good in the other
};

void mark_front(std::vector<Trade>& trades) {
  for (Trade& one : trades) {
    one.front = std::ranges::none_of(trades, [&](const Trade& other) {
      const bool as_good = other.optics <= one.optics && other.cycles <= one.cycles;
      return as_good && (other.optics < one.optics || other.cycles < one.cycles);
    });
  }
}

/// The algorithms whose cycles stand for a machine: the fastest without further knobs.
bool stands_for_machine(const PopsAlgorithm& algorithm) {
  return &algorithm == &kPermutationTwoHop || &algorithm == &kAllgatherOverlapped ||
         &algorithm == &kAlltoallDirect || &algorithm == &kReduceHalving ||
         &algorithm == &kScanChunked;
}

/// Does it run the algorithm of another network, move by move?
bool is_simulated(const PopsAlgorithm& algorithm) {
  const std::string name = algorithm.name;
  return name.starts_with("hypercube") || name == "mesh" || name == "theorem1" ||
         name == "theorem2";
}

class PopsTables {
 public:
  PopsTables(const Runner& runner, bool full) : runner_{&runner}, full_{full} {
    study_.json = {{"study", "pops"}, {"rows", Json::array()}, {"trade_off", Json::array()}};
  }

  void add(NodeId nodes) {
    StudyTable table{
        fmt::format("n = {}: cycles of one-word data", nodes),
        {"operation", "algorithm", "d", "g", "slots", "paper", "ours", "bound", "measured"},
        {}};
    std::vector<Trade> trades;
    for (NodeId d = 1; d <= nodes; ++d) {
      if (nodes % d != 0) continue;
      const NodeId g = nodes / d;
      const Optics optics;
      trades.push_back(
          {d, g, 2 * std::uint64_t{nodes} * g, std::uint64_t{g} * g, 0, optics.margin(d), false});
    }
    for (const PopsAlgorithm* const algorithm : pops_algorithms()) {
      const bool demonstrates = std::string{algorithm->name}.ends_with("printed");
      if (demonstrates || !algorithm->exact || algorithm == &kRawRaw) continue;
      for (Trade& trade : trades) add_row(*algorithm, trade, table);
    }
    study_.tables.push_back(std::move(table));
    add_comparisons(nodes, trades);
    add_trades(nodes, trades);
  }

  StudyReport report(const Values& values) {
    study_.json["parameters"] = values.json();
    study_.json["good"] = study_.good;
    return std::move(study_);
  }
  StudyReport& study() { return study_; }

 private:
  void add_row(const PopsAlgorithm& algorithm, Trade& trade, StudyTable& table) {
    const std::vector<Parameter> list = pops_parameters(algorithm);
    const Json given = parameters_of(list, trade.d, trade.g);
    const auto count = count_before(algorithm, list, given);
    if (!count) return;
    if (stands_for_machine(algorithm)) trade.cycles += count->count();
    if (!full_ && count->count() > kMostCycles) {
      ++left_out_;
      return;
    }
    const Report run = (*runner_)({"pops", algorithm.operation, algorithm.name, given});
    std::optional<double> paper;
    bool good = run.verified && run.cycles == *count;
    for (const Prediction& prediction : run.predictions) {
      good = good && prediction.holds(run.cycles);
      if (prediction.equation != "exact" && !paper) paper = prediction.cycles;
    }
    study_.good = study_.good && good;
    const Json slots = run.statistics.value("slots", Json());
    table.rows.push_back({algorithm.operation, algorithm.name, std::to_string(trade.d),
                          std::to_string(trade.g), slots.dump(), paper ? shown(*paper) : "-",
                          std::to_string(count->count()),
                          run.lower_bound ? std::to_string(run.lower_bound->count()) : "-",
                          std::to_string(run.cycles.count()) + (good ? "" : ": WRONG")});
    std::optional<std::int64_t>& best =
        measured_[algorithm.operation][{trade.d, is_simulated(algorithm)}];
    best = std::min(best.value_or(run.cycles.count()), run.cycles.count());
    study_.json["rows"].push_back(
        {{"operation", algorithm.operation},
         {"algorithm", algorithm.name},
         {"d", trade.d},
         {"g", trade.g},
         {"slots", slots},
         {"paper", paper ? Json(*paper) : Json()},
         {"ours", count->count()},
         {"bound", run.lower_bound ? Json(run.lower_bound->count()) : Json()},
         {"measured", run.cycles.count()},
         {"good", good}});
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
        table.rows.push_back(
            {fmt::format("({}, {})", trade.d, trade.g), cell(simulated), cell(custom)});
      }
      if (both) study_.tables.push_back(std::move(table));
    }
    measured_.clear();
  }

  void add_trades(NodeId nodes, std::vector<Trade>& trades) {
    mark_front(trades);
    StudyTable table{
        fmt::format("n = {}: what a machine costs, and its cycles for permutation, allgather, "
                    "alltoall, reduce and scan together",
                    nodes),
        {"POPS(d, g)", "couplers", "transmitters + receivers", "cycles of all five", "margin in dB",
         "on the Pareto front"},
        {}};
    for (const Trade& trade : trades) {
      table.rows.push_back({fmt::format("({}, {})", trade.d, trade.g),
                            std::to_string(trade.couplers), std::to_string(trade.optics),
                            std::to_string(trade.cycles),
                            shown(trade.margin) + (trade.margin < 0 ? ": infeasible" : ""),
                            trade.front ? "yes" : "no"});
      study_.json["trade_off"].push_back({{"nodes", nodes},
                                          {"d", trade.d},
                                          {"g", trade.g},
                                          {"couplers", trade.couplers},
                                          {"transmitters_receivers", trade.optics},
                                          {"cycles", trade.cycles},
                                          {"margin", trade.margin},
                                          {"front", trade.front}});
    }
    study_.tables.push_back(std::move(table));
    if (left_out_ > 0) {
      study_.notes.push_back(
          fmt::format("n = {}: {} runs of more than {} cycles are left out; "
                      "--full true runs them.",
                      nodes, left_out_, kMostCycles));
      left_out_ = 0;
    }
  }

  const Runner* runner_;
  /// Fewest measured cycles by operation, then by d and by whether a network is simulated.
  std::map<std::string, std::map<std::pair<NodeId, bool>, std::optional<std::int64_t>>> measured_;
  bool full_;
  std::uint64_t left_out_ = 0;
  StudyReport study_;
};

StudyReport reproduce(const Catalogue& /*catalogue*/, const Runner& runner, const Values& values) {
  PopsTables tables{runner, values.flag("full")};
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
          reproduce};
}

}  // namespace plexus
