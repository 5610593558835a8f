#include "models/traffic/series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/number.hpp"
#include "models/traffic/log.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kMostLoads = 1000;

const Statistic kCurve{"curve", "", "a row for each load, rising"};
const Statistic kSaturation{"saturation_load", "",
                            "packets per node and cycle from which on queues grow without end"};
const Statistic kSaturationBelow{"saturation_below", "",
                                 "largest load that was seen not to saturate it"};
const Statistic kAcceptedMost{"accepted_at_full_load", "",
                              "packets per node and cycle that came out at the highest load"};
const Statistic kFilling{
    "filling", "packets",
    "a row for each hundredth of the run: at sources, and in a queue by group (routers: words)"};
const Statistic kTried{"tried", "", "a row for each load, in the order of the search"};

/// Figures of a row.
constexpr const char* kSeriesShown[] = {
    "offered",     "accepted",    "latency_mean",     "latency_confidence",
    "latency_p50", "latency_p99", "source_wait_mean", "network_latency_mean",
    "dropped",     "saturated",   "warmup_short"};

Json row_of(const LoadPoint& point) {
  Json row = {{"load", rounded(point.load)}};
  for (const char* name : kSeriesShown) {
    const auto figure = point.figures.json().find(name);
    if (figure != point.figures.json().end()) row[name] = *figure;
  }
  return row;
}

double number(const LoadPoint& point, const char* name) {
  const auto figure = point.figures.json().find(name);
  return figure == point.figures.json().end() ? 0 : figure->get<double>();
}

bool saturated(const LoadPoint& point) {
  const auto figure = point.figures.json().find("saturated");
  return figure != point.figures.json().end() && figure->get<bool>();
}

/// The values that a run at `load` has.
Values at_load(const CatalogueEntry& entry, const Values& values, double load) {
  Json given = Json::object();
  for (const Parameter& parameter : entry.parameters) {
    if (values.has(parameter.name)) given[parameter.name] = values.at(parameter.name);
  }
  given["load"] = load;
  return complete(entry.parameters, given);
}

/// Latency over load, and accepted and offered load.
std::vector<Plot> plots_of(const std::vector<LoadPoint>& points) {
  Plot latency;
  latency.title = "Latency";
  latency.x.label = "load (packets per node and cycle)";
  latency.y.label = "cycles";
  latency.series = {{"latency", {}}, {"source wait", {}}, {"network latency", {}}};
  constexpr const char* kNames[] = {"latency", "source_wait", "network_latency"};
  Plot accepted;
  accepted.title = "Accepted and offered load";
  accepted.x.label = latency.x.label;
  accepted.y.label = "packets per node and cycle";
  accepted.series = {{"accepted", {}}, {"offered", {}}};
  double lowest = 0;
  double highest = 0;
  for (const LoadPoint& point : points) {
    const bool full = saturated(point);
    const std::string hint = full ? "saturated: lower bounds" : "";
    for (std::size_t s = 0; s < latency.series.size(); ++s) {
      const double mean = number(point, (std::string{kNames[s]} + "_mean").c_str());
      const double half = number(point, (std::string{kNames[s]} + "_confidence").c_str());
      latency.series[s].values.push_back(
          {point.load, mean, mean - half, mean + half, hint, "", full});
      if (s > 0 || mean <= 0) continue;
      lowest = lowest > 0 ? std::min(lowest, mean) : mean;
      highest = std::max(highest, mean);
    }
    const double out = number(point, "accepted");
    const double in = number(point, "offered");
    accepted.series[0].values.push_back({point.load, out, out, out, hint, "", full});
    accepted.series[1].values.push_back({point.load, in, in, in});
  }
  constexpr double kWide = 20;  // a saturated network's latencies dwarf the others
  if (highest > kWide * lowest) latency.y.scale = Plot::Scale::kLogarithmic;
  latency.y.least = 0.1;  // shorter waits would stretch the scale
  return {std::move(latency), std::move(accepted)};
}

/// Runs of synthetic traffic at several loads.
class TrafficSeries : public Experiment, public plotted_if {
 public:
  TrafficSeries(CatalogueEntry entry, Values values)
      : entry_{std::move(entry)}, values_{std::move(values)} {}

  [[nodiscard]] std::unique_ptr<machine> build(const ConstructionOrder&) override {
    return nullptr;
  }
  void load(machine&) override {}
  [[nodiscard]] std::optional<std::string> check(const machine&) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<Prediction> predictions() const override { return {}; }
  [[nodiscard]] std::optional<Cycles> lower_bound() const override { return std::nullopt; }
  [[nodiscard]] double memory() const override { return 1.5 * memory_; }  // run after run
  [[nodiscard]] std::vector<Plot> plots() const override {
    std::vector<LoadPoint> rising = points_;
    std::ranges::sort(rising, {}, &LoadPoint::load);
    return plots_of(rising);
  }
  [[nodiscard]] Cycles simulated() const override {
    Cycles all{0};
    for (const LoadPoint& point : points_) all += point.cycles;
    return all;
  }
  void tell_progress(Telling telling) const override { telling_ = std::move(telling); }

 protected:
  /// Refuses what a run at `load` would refuse.
  void require(double load) {
    memory_ = std::max(memory_, entry_.prepare(at_load(entry_, values_, load))->memory());
  }
  /// One of so many runs.
  const LoadPoint& run(double load, double all) const {
    const auto made = static_cast<double>(points_.size());
    tell(made / all, fmt::format("run {:.0f} of {:.0f}, load {:.4g}", made + 1, all, load));
    points_.push_back(run_at_load(entry_, values_, load));
    return points_.back();
  }
  void tell(double part, const std::string& what) const {
    if (telling_) telling_(part, what);
  }
  [[nodiscard]] const CatalogueEntry& entry() const { return entry_; }
  [[nodiscard]] const Values& values() const { return values_; }
  [[nodiscard]] const std::vector<LoadPoint>& points() const { return points_; }

 private:
  CatalogueEntry entry_;
  Values values_;
  double memory_ = 0;
  mutable std::vector<LoadPoint> points_;  ///< of the runs that have been made
  mutable Telling telling_;
};

// ---- curve --------------------------------------------------------------------------------------

[[noreturn]] void refuse_loads(const std::string& text) {
  throw Refusal{RefusalClass::kRange,
                fmt::format("--loads {} is out of range: write loads of 0 .. 1 that rise, as in "
                            "0.1,0.2,0.5, or FROM:TO:STEP, as in 0.1:0.9:0.1.",
                            text)};
}

/// 0.1:0.9:0.1, both ends included; steps of a millionth at least.
Json range_of_loads(const std::string& text) {
  std::vector<double> ends;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ':') continue;
    const auto value = number_of<double>(text.substr(begin, i - begin));
    if (!value) refuse_loads(text);
    ends.push_back(*value);
    begin = i + 1;
  }
  if (ends.size() != 3 || ends[2] < 1e-6 || ends[1] < ends[0] ||
      (ends[1] - ends[0]) / ends[2] > static_cast<double>(kMostLoads)) {
    refuse_loads(text);
  }
  Json list = Json::array();
  const auto steps = static_cast<std::int64_t>((ends[1] - ends[0]) / ends[2] + 1e-9);
  for (std::int64_t i = 0; i <= steps; ++i) {
    list.push_back(rounded(ends[0] + static_cast<double>(i) * ends[2]));
  }
  return list;
}

Parameter loads_parameter() {
  const Json fallback = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  Parameter parameter = free_text("loads", "list", "0 .. 1, rising; or FROM:TO:STEP", fallback,
                                  "loads of the curve: packets that a node offers per cycle");
  parameter.read = [](const std::string& text) {
    if (text.find(':') != std::string::npos) return range_of_loads(text);
    if (text.starts_with("[")) {
      Json list = parse_value(text);
      if (!list.is_discarded()) return list;
    }
    Json list = Json::array();
    for (const std::string& part : split_at_commas(text)) {
      const auto value = number_of<double>(part);
      if (!value) refuse_loads(text);
      list.push_back(*value);
    }
    return list;
  };
  parameter.check = [](const Json& given, const Values&) {
    const Json list = given.is_array() ? given : Json::array({given});
    double before = -1;
    for (const Json& load : list) {
      const bool good = load.is_number() && load.get<double>() >= 0 && load.get<double>() <= 1 &&
                        load.get<double>() > before;
      if (!good) refuse_loads(given.dump());
      before = load.get<double>();
    }
    if (list.empty() || list.size() > kMostLoads) refuse_loads(given.dump());
  };
  return parameter;
}

std::vector<double> loads_of(const Values& values) {
  const Json& given = values.at("loads");
  if (!given.is_array()) return {given.get<double>()};
  return given.get<std::vector<double>>();
}

class LoadCurve final : public TrafficSeries {
 public:
  LoadCurve(CatalogueEntry entry, Values given)
      : TrafficSeries{std::move(entry), std::move(given)} {
    for (const double load : loads_of(values())) require(load);
  }

  [[nodiscard]] Statistics statistics(const machine*, Cycles) const override {
    Json rows = Json::array();
    const std::vector<double> loads = loads_of(values());
    for (const double load : loads) {
      rows.push_back(row_of(run(load, static_cast<double>(loads.size()))));
    }
    Statistics statistics;
    statistics.set(kCurve, std::move(rows));
    return statistics;
  }
};

// ---- saturation ---------------------------------------------------------------------------------

Parameter precision_parameter() {
  return decimal("precision", 0.001, 0.5, 0.01,
                 "the search ends when two loads this far apart enclose the saturation");
}

class SaturationSearch final : public TrafficSeries {
 public:
  SaturationSearch(CatalogueEntry entry, Values given)
      : TrafficSeries{std::move(entry), std::move(given)} {
    if (values().has("burst")) {
      // Between two bursts there is a cycle at least.
      const auto burst = values().at("burst").get<double>();
      if (burst > 1) highest_ = std::floor(burst / (1 + burst) * 1e3 * (1 + 1e-12)) / 1e3;
    }
    require(highest_);
  }

  [[nodiscard]] Statistics statistics(const machine*, Cycles) const override {
    const auto precision = values().at("precision").get<double>();
    double below = 0;
    double above = highest_;
    const double all = 1 + std::ceil(std::log2(highest_ / precision));
    const LoadPoint& full = run(highest_, all);
    const double most = number(full, "accepted");
    const bool ever = saturated(full);
    if (!ever) below = highest_;
    while (ever && above - below > precision) {
      const double middle = rounded((below + above) / 2);
      (saturated(run(middle, all)) ? above : below) = middle;
    }
    Json rows = Json::array();
    for (const LoadPoint& point : points()) rows.push_back(row_of(point));
    Statistics statistics;
    statistics.set(kSaturation, ever ? Json(above) : Json());
    statistics.set(kSaturationBelow, below);
    statistics.set(kAcceptedMost, most);
    statistics.set(kTried, std::move(rows));
    return statistics;
  }

 private:
  double highest_ = 1;
};

// ---- filling ------------------------------------------------------------------------------------

/// One run, looked at in equal pieces.
class QueueFilling final : public TrafficSeries {
 public:
  static constexpr std::int64_t kPieces = 100;

  QueueFilling(CatalogueEntry entry, Values given, QueueWatch watch)
      : TrafficSeries{std::move(entry), std::move(given)},
        load_{values().at("load").get<double>()},
        watch_{std::move(watch)} {
    if (values().has("switching") && values().word("switching").starts_with("unbuffered")) {
      throw Refusal{RefusalClass::kFeature,
                    "--switching without queues has none to look at: choose --switching buffered."};
    }
    require(load_);
  }

  [[nodiscard]] Statistics statistics(const machine*, Cycles) const override {
    const FreshKernel kernel;
    const auto experiment = entry().prepare(at_load(entry(), values(), load_));
    require_memory(experiment->memory());
    const auto top = experiment->build({});
    experiment->load(*top);
    const QueueLevels levels = watch_(*top);
    const Cycles end{values().number("warmup") + values().number("measure")};
    const ClockPeriod clock;
    Cycles before{0};
    Json rows = Json::array();
    for (std::int64_t piece = 1; piece <= kPieces; ++piece) {
      const Cycles now{end.count() * piece / kPieces};
      if (now == before) continue;
      tell(static_cast<double>(piece - 1) / kPieces, fmt::format("cycle {}", before.count()));
      sc_core::sc_start(clock.time(now - before));
      before = now;
      Json row = {{"cycle", now.count()}};
      std::size_t level = 0;
      for (const auto& [name, amount, unit] : levels(now)) {
        row[name] = rounded(amount);
        unit_ = unit;
        if (level == levels_.size()) levels_.push_back({name, {}});
        const auto at = static_cast<double>(now.count());
        levels_[level++].values.push_back({at, amount, amount, amount});
      }
      rows.push_back(std::move(row));
    }
    sc_core::sc_start();
    if (auto problem = experiment->check(*top)) raise({"traffic", {}, top->name(), *problem, {}});
    simulated_ = end;
    Statistics statistics;
    statistics.set(kFilling, std::move(rows));
    return statistics;
  }

  [[nodiscard]] std::vector<Plot> plots() const override {
    Plot sources;
    sources.title = "Packets that wait at their sources";
    sources.x.label = "cycle";
    sources.y.label = "packets";
    sources.series = {levels_.front()};
    if (levels_.size() == 1) return {std::move(sources)};
    Plot queues;
    queues.title = "In a queue, on average";
    queues.x.label = sources.x.label;
    queues.y.label = unit_;
    queues.series.assign(levels_.begin() + 1, levels_.end());
    return {std::move(queues), std::move(sources)};
  }
  [[nodiscard]] Cycles simulated() const override { return simulated_; }

 private:
  double load_;
  QueueWatch watch_;
  mutable std::vector<Plot::Series> levels_;  ///< sources, then groups of queues
  mutable std::string unit_;                  ///< of what is in a queue
  mutable Cycles simulated_{0};
};

// ---- entries ------------------------------------------------------------------------------------

std::vector<Parameter> parameters_but(const CatalogueEntry& entry,
                                      const std::vector<std::string>& left_out,
                                      const Parameter& in_place_of_load) {
  std::vector<Parameter> kept;
  for (const Parameter& parameter : entry.parameters) {
    if (parameter.name == "load") {
      kept.push_back(in_place_of_load);
    } else if (std::ranges::count(left_out, parameter.name) == 0) {
      kept.push_back(parameter);
    }
  }
  return kept;
}

template <typename Series, typename... More>
CatalogueEntry series_of(const CatalogueEntry& of, const std::string& name,
                         const std::string& summary, std::vector<Parameter> parameters,
                         std::vector<Statistic> declared, More... more) {
  CatalogueEntry entry;
  entry.machine = of.machine;
  entry.operation = of.operation;
  entry.name = name;
  entry.summary = summary;
  entry.parameters = std::move(parameters);
  entry.statistics = std::move(declared);
  entry.simulates = false;
  entry.has_picture = true;
  entry.prepare = [of, more...](const Values& values) -> std::unique_ptr<Experiment> {
    return std::make_unique<Series>(of, values, more...);
  };
  return entry;
}

}  // namespace

LoadPoint run_at_load(const CatalogueEntry& entry, const Values& values, double load) {
  const FreshKernel kernel;
  const std::unique_ptr<Experiment> experiment = entry.prepare(at_load(entry, values, load));
  require_memory(experiment->memory());
  const std::unique_ptr<machine> top = experiment->build({});
  experiment->load(*top);
  sc_core::sc_start();
  std::string problem = top->waiting_text();
  if (problem.empty()) problem = experiment->check(*top).value_or("");
  if (!problem.empty()) raise({"traffic", {}, top->name(), problem, {}});
  LoadPoint point;
  point.load = load;
  point.cycles = top->completed();
  point.figures = experiment->statistics(top.get(), point.cycles);
  return point;
}

void add_traffic_series(Catalogue& catalogue, const std::string& machine, QueueWatch watch) {
  const CatalogueEntry* const found = catalogue.find(machine, "traffic", "synthetic");
  if (found == nullptr) return;
  const CatalogueEntry synthetic = *found;
  enter(catalogue, series_of<LoadCurve>(
                       synthetic, "curve", "synthetic traffic at several loads, a run for each",
                       parameters_but(synthetic, {"recorded"}, loads_parameter()), {kCurve}));
  enter(catalogue,
        series_of<SaturationSearch>(
            synthetic, "saturation", "the load from which on queues grow without end, by bisection",
            parameters_but(synthetic, {"recorded", "source_queue"}, precision_parameter()),
            {kSaturation, kSaturationBelow, kAcceptedMost, kTried}));
  if (!watch) return;
  const Parameter load = *std::ranges::find(synthetic.parameters, "load", &Parameter::name);
  enter(catalogue, series_of<QueueFilling>(synthetic, "filling",
                                           "how full queues are over the cycles of a run",
                                           parameters_but(synthetic, {"recorded"}, load),
                                           {kFilling}, std::move(watch)));
}

}  // namespace plexus
