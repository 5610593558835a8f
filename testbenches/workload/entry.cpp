#include "testbenches/workload/entry.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hw/rule/fault.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/plotted.hpp"
#include "models/catalogue/unfit_algorithm.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/schedule/named_schedules.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/studies/best.hpp"
#include "testbenches/workload/timeline.hpp"

namespace plexus {

namespace {

const Statistic kTasks{"tasks", "tasks", "of the workload"};
const Statistic kRuns{"runs", "runs", "different collectives, each of which ran once, verified"};
const Statistic kComputing{"computing", "cycles", "of the node that computes longest"};
const Statistic kCommunication{"communication", "cycles", "in which the network works"};
const Statistic kExposed{"exposed", "cycles", "in which the network works and no node computes"};
const Statistic kOverlap{"overlap", "", "share of the communication during which a node computes"};
const Statistic kCritical{"critical", "", "tasks each of which let the next one begin"};
const Statistic kCollectives{"collectives", "", "a row for each: when it was ready, ran, and why"};
const Statistic kWaits{"waits", "", "a row for each node and what it waited for"};

constexpr std::size_t kMostRows = 1000;  ///< of a table

/// What a collective is on the machine, and what it took.
struct CollectiveRun {
  std::string algorithm;
  std::int64_t words = 0;
  std::int64_t cycles = 0;
};

bool takes(const CatalogueEntry& entry, const std::string& parameter) {
  return std::ranges::find(entry.parameters, parameter, &Parameter::name) != entry.parameters.end();
}

bool takes_words(const CatalogueEntry& entry) { return entry.simulates && takes(entry, "words"); }

/// Why something is refused, to stand within another sentence.
std::string reason_of(const Refusal& refusal) {
  std::string sentence = refusal.what();
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

/// One that the machine has, for the example; empty if none.
std::string collective_of(const Catalogue& catalogue, const std::string& machine) {
  for (const char* const operation : {"allreduce", "allgather", "alltoall", "broadcast"}) {
    const CatalogueEntry* const entry = catalogue.find(machine, operation);
    if (entry != nullptr && takes_words(*entry)) return operation;
  }
  return {};
}

/// A workload on one machine.
class WorkloadRun final : public Experiment, public plotted_if {
 public:
  WorkloadRun(const std::string& machine, const Values& values)
      : catalogue_{make_catalogue(machine)}, machine_{machine}, values_{values} {
    WorkloadWish wish{values.number("bucket"), 0, collective_of(catalogue_, machine)};
    if (values.has("clock")) wish.clock = values.number("clock");
    workload_ = read_workload(values.word("file"), wish);
    nodes_ = count_nodes();
    settle_nodes();
    for (const WorkloadTask& task : workload_.tasks) require(task);
    // Tasks that wait for each other are told before anything runs.
    static_cast<void>(lay_out(workload_, std::vector<std::int64_t>(workload_.tasks.size(), 1)));
  }

  [[nodiscard]] std::unique_ptr<machine> build(const ConstructionOrder&) override {
    return nullptr;
  }
  void load(machine&) override {}
  [[nodiscard]] std::optional<std::string> check(const machine&) const override { return {}; }
  [[nodiscard]] std::vector<Prediction> predictions() const override { return {}; }
  [[nodiscard]] std::optional<Cycles> lower_bound() const override { return {}; }
  [[nodiscard]] double memory() const override { return 1.5 * memory_; }  // run after run

  [[nodiscard]] Statistics statistics(const machine*, Cycles) const override {
    std::vector<std::int64_t> cycles;
    for (const WorkloadTask& task : workload_.tasks) {
      runs_.push_back(task.collective.empty() ? CollectiveRun{} : run(task));
      cycles.push_back(runs_.back().cycles);
    }
    timeline_ = lay_out(workload_, cycles);
    Statistics statistics;
    statistics.set(kTasks, workload_.tasks.size());
    statistics.set(kRuns, known_.size());
    statistics.set(kComputing, timeline_.computing());
    statistics.set(kCommunication, timeline_.communication());
    statistics.set(kExposed, timeline_.exposed());
    const auto busy = static_cast<double>(timeline_.communication());
    const auto alone = static_cast<double>(timeline_.exposed());
    if (busy > 0) statistics.set(kOverlap, (busy - alone) / busy);
    std::vector<std::string> critical;
    for (const std::size_t task : timeline_.critical()) critical.push_back(name(task));
    statistics.set(kCritical, critical);
    statistics.set(kCollectives, collective_rows());
    statistics.set(kWaits, wait_rows());
    return statistics;
  }

  [[nodiscard]] Cycles simulated() const override { return Cycles{timeline_.end}; }

  /// When what ran: the network above, nodes below it; where collectives are those of some nodes,
  /// the links of each node above it.
  [[nodiscard]] std::vector<Plot> plots() const override {
    constexpr std::size_t kMostLanes = 64;
    Plot plot;
    plot.title = "What ran when";
    plot.form = Plot::Form::kSpans;
    plot.x.label = "cycles";
    std::map<std::string, Plot::Series> by_name;
    const auto draw = [&](const TaskRun& run) {
      const WorkloadTask& task = workload_.tasks[run.task];
      const std::string what = task.collective.empty() ? "computes" : task.collective;
      Plot::Series& series = by_name[what];
      series.name = what;
      series.values.push_back({static_cast<double>(plot.labels.size() - 1), 0,
                               static_cast<double>(run.from), static_cast<double>(run.to),
                               task.name});
    };
    const bool apart = has_groups();
    if (!apart) {
      plot.labels.emplace_back("network");
      std::ranges::for_each(timeline_.network, draw);
    }
    for (std::size_t lane = 0; lane < std::min(kMostLanes, timeline_.lanes.size()); ++lane) {
      if (apart) {
        plot.labels.push_back(fmt::format("links of {}", lane));
        for (const TaskRun& run : timeline_.network) {
          const auto& nodes = workload_.tasks[run.task].nodes;
          if (nodes.empty() || std::ranges::find(nodes, lane) != nodes.end()) draw(run);
        }
      }
      plot.labels.push_back(lane_name(lane));
      std::ranges::for_each(timeline_.lanes[lane], draw);
    }
    if (timeline_.lanes.size() > kMostLanes) {
      plot.title += fmt::format(", of {} nodes the first {}", timeline_.lanes.size(), kMostLanes);
    }
    for (auto& [what, series] : by_name) plot.series.push_back(std::move(series));
    return {std::move(plot)};
  }

 private:
  [[nodiscard]] const std::string& name(std::size_t task) const {
    return workload_.tasks[task].name;
  }
  [[nodiscard]] std::string lane_name(std::size_t lane) const {
    return timeline_.lanes.size() == 1 ? "all nodes" : fmt::format("node {}", lane);
  }

  /// As many as the machine's topology or its parameters say; 0 where they do not.
  [[nodiscard]] std::int64_t count_nodes() const {
    const std::int64_t given = values_.has("nodes") ? values_.number("nodes") : 0;
    const CatalogueEntry* const entry = catalogue_.find(machine_, "topology");
    if (entry == nullptr) return given;
    const Values values = complete(entry->parameters, given_to(*entry));
    const Statistics figures = entry->prepare(values)->statistics(nullptr, {});
    const auto nodes = figures.json().find(kNodes.name);
    return nodes == figures.json().end() ? given : nodes->get<std::int64_t>();
  }

  /// Where the file tells of nodes one by one, the timeline has all of the machine.
  void settle_nodes() {
    const auto apart = [](const WorkloadTask& task) { return !task.nodes.empty(); };
    if (workload_.nodes == 0 && std::ranges::none_of(workload_.tasks, apart)) return;
    if (nodes_ == 0) {
      refuse_at(workload_.file, "it tells of nodes one by one, and {} does not say how many it has",
                machine_);
    }
    if (workload_.nodes > nodes_) {
      refuse_at(workload_.file, "there are traces of {} nodes, and the machine has {}",
                workload_.nodes, nodes_);
    }
    workload_.nodes = static_cast<NodeId>(nodes_);
    for (WorkloadTask& task : workload_.tasks) {
      if (!task.nodes.empty() && task.nodes.back() >= nodes_) {
        refuse_at(task.place, "there is no node {}: the machine has {}", task.nodes.back(), nodes_);
      }
      if (std::ssize(task.nodes) == nodes_) task.nodes.clear();
    }
  }

  /// Is it a collective of some nodes alone? They do it by a schedule, and so by messages that
  /// those between pass on.
  [[nodiscard]] static bool is_of_group(const WorkloadTask& task) {
    return !task.nodes.empty() && task.collective != "move";
  }

  /// What the machine was said to be, as far as an algorithm has such parameters.
  [[nodiscard]] Json given_to(const CatalogueEntry& entry) const {
    Json given = Json::object();
    for (const Parameter& parameter : entry.parameters) {
      if (parameter.name == "clock" && counts_microseconds(values_.word("file"))) {
        Values so_far;  // the trace's clock, which links may not need
        for (const auto& [key, value] : given.items()) so_far.set(key, value);
        if (parameter.applies && !parameter.applies(so_far)) continue;
      }
      if (values_.has(parameter.name)) given[parameter.name] = values_.at(parameter.name);
    }
    return given;
  }

  [[nodiscard]] std::int64_t words_of(const WorkloadTask& task) const {
    const std::int64_t blocks = task.nodes.empty() ? nodes_ : std::ssize(task.nodes);
    if (!task.of_all_blocks || blocks == 0) return task.words;
    return std::max<std::int64_t>(1, (task.words + blocks - 1) / blocks);
  }

  [[nodiscard]] Json parameters_of(const CatalogueEntry& entry, const WorkloadTask& task) const {
    Json given = given_to(entry);
    given["words"] = words_of(task);
    given.update(task.parameters);
    return given;
  }

  [[nodiscard]] static std::vector<std::string> ways_of(const WorkloadTask& task) {
    return ways_of_group(task.collective, task.nodes.size(), task.words);
  }

  /// The run of a group, its root first.
  [[nodiscard]] Contender group_run(const WorkloadTask& task, const std::string& way) const {
    const CatalogueEntry& entry = *catalogue_.find(machine_, "custom", "schedule");
    std::vector<NodeId> nodes = task.nodes;
    if (task.parameters.contains("root")) {
      const auto root = std::ranges::find(nodes, task.parameters["root"].get<std::int64_t>());
      std::rotate(nodes.begin(), root, root + 1);
    }
    Json given = given_to(entry);
    given["words"] = words_of(task);
    given["schedule"] = group_name(task.collective, way, nodes);
    return {&entry, std::move(given)};
  }

  void require_group(const WorkloadTask& task) {
    const auto here = [&](const std::string& sentence) { refuse_at(task.place, sentence); };
    std::vector<std::string> ways = ways_of(task);
    if (ways.empty())
      here(fmt::format("'{}' is no collective of some nodes alone", task.collective));
    if (catalogue_.find(machine_, "custom", "schedule") == nullptr) {
      here(fmt::format("a group of nodes does its collectives by schedules, which {} does not have",
                       machine_));
    }
    if (task.nodes.size() < 2) here("two nodes at least take part in a collective");
    ways.emplace_back("best");
    if (!task.algorithm.empty() && std::ranges::find(ways, task.algorithm) == ways.end()) {
      here(fmt::format("'{}' is no way of a group of {} nodes: there are {}", task.algorithm,
                       task.nodes.size(), fmt::join(ways, ", ")));
    }
    const bool rooted = has_root(*scheduled_operation(task.collective));
    for (const auto& [name, value] : task.parameters.items()) {
      if (name != "root" || !rooted) {
        here(fmt::format("'{}' is no parameter of a group's {}: it has {}", name, task.collective,
                         rooted ? "root alone" : "none"));
      }
      if (!value.is_number_integer() ||
          std::ranges::find(task.nodes, value.get<std::int64_t>()) == task.nodes.end()) {
        here(fmt::format("root = {} takes no part: its root is one of {}", value.dump(),
                         fmt::join(task.nodes, ", ")));
      }
    }
    if (!looked_at_.insert(key_of(task)).second) return;
    for (const std::string& way : ways_of(task)) {
      const Contender one = group_run(task, way);
      try {
        const Values values = complete(one.entry->parameters, one.given);
        memory_ = std::max(memory_, one.entry->prepare(values)->memory());
      } catch (const Refusal& refusal) {
        here(reason_of(refusal));
      }
    }
  }

  /// Refuses what the machine does not have, at its place in the file, and looks how much room the
  /// runs need.
  void require(const WorkloadTask& task) {
    const auto here = [&](const std::string& sentence) { refuse_at(task.place, sentence); };
    if (task.collective.empty()) {
      const auto cycles = static_cast<std::int64_t>(task.compute.size());
      if (cycles > 1 && task.nodes.empty() && nodes_ > 0 && cycles != nodes_) {
        here(fmt::format("there are cycles of {} nodes, and the machine has {}", cycles, nodes_));
      }
      return;
    }
    for (const auto& [name, value] : task.parameters.items()) {
      if (name == "words") here("words stand beside the collective, not among its parameters");
      if (values_.has(name)) {
        here(
            fmt::format("'{}' says what the machine is: write it behind the command, as {} {}, for "
                        "all collectives",
                        name, option_of(name), value.dump()));
      }
    }
    if (is_of_group(task)) return require_group(task);
    const auto entries = catalogue_.algorithms_of(machine_, task.collective);
    const bool endless = task.collective == "traffic" || task.collective == "workload";
    std::vector<std::string> names{"best"};
    for (const CatalogueEntry* const entry : entries) {
      if (takes_words(*entry)) names.push_back(entry->name);
    }
    if (endless || names.size() == 1) {
      here(fmt::format("'{}' is no collective of {}", task.collective, machine_));
    }
    if (!task.algorithm.empty() && std::ranges::find(names, task.algorithm) == names.end()) {
      here(fmt::format("'{}' is no algorithm of {} {}: there are {}", task.algorithm, machine_,
                       task.collective, fmt::join(names, ", ")));
    }
    if (!looked_at_.insert(key_of(task)).second) return;
    for (const CatalogueEntry* const entry : entries) {
      if (!takes_words(*entry)) continue;
      try {  // what does not run is refused when all others have been tried
        const Values values = complete(entry->parameters, parameters_of(*entry, task));
        if (task.algorithm == "best" || task.algorithm == entry->name ||
            (task.algorithm.empty() && entry->is_default)) {
          memory_ = std::max(memory_, entry->prepare(values)->memory());
        }
      } catch (const Refusal&) {
      }
    }
  }

  [[nodiscard]] std::string key_of(const WorkloadTask& task) const {
    return fmt::format("{} {} {} {} {}", task.collective, task.algorithm, words_of(task),
                       task.parameters.dump(),
                       is_of_group(task) ? fmt::format("{}", fmt::join(task.nodes, ",")) : "");
  }

  /// Runs a collective, or remembers what an equal one took.
  [[nodiscard]] CollectiveRun run(const WorkloadTask& task) const {
    const std::string key = key_of(task);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    try {
      const CollectiveRun took = is_of_group(task)          ? run_group(task)
                                 : task.algorithm == "best" ? run_best(task)
                                                            : run_named(task);
      known_.emplace(key, took);
      return took;
    } catch (const Refusal& refusal) {
      refuse_at(task.place, "{}: {}", task.name, reason_of(refusal));
    }
  }

  [[nodiscard]] Report report_of(const CatalogueEntry& entry, const Json& parameters) const {
    const Report report =
        run_request(catalogue_, {entry.machine, entry.operation, entry.name, parameters});
    if (good(report)) return report;
    raise({"program",
           {},
           entry.machine,
           fmt::format("{} {} of the workload is wrong: {}", entry.operation, entry.name,
                       report.problem.empty() ? "a prediction is broken" : report.problem),
           {}});
  }

  [[nodiscard]] CollectiveRun run_named(const WorkloadTask& task) const {
    std::vector<const CatalogueEntry*> entries =
        catalogue_.algorithms_of(machine_, task.collective);
    std::erase_if(entries, [&](const CatalogueEntry* entry) {
      if (!takes_words(*entry)) return true;
      return !task.algorithm.empty() && entry->name != task.algorithm;
    });
    std::ranges::stable_partition(entries, &CatalogueEntry::is_default);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      try {
        const CatalogueEntry& entry = *entries[i];
        const Report report = report_of(entry, parameters_of(entry, task));
        return {entry.name, words_of(task), report.cycles.count()};
      } catch (const UnfitAlgorithm&) {
        if (i + 1 == entries.size()) throw;
      }
    }
    refuse(RefusalClass::kFeature, "no algorithm takes --words");
  }

  [[nodiscard]] CollectiveRun run_group(const WorkloadTask& task) const {
    CollectiveRun best;
    for (const std::string& way : ways_of(task)) {
      if (task.algorithm.empty() ? way != ways_of(task).front()
                                 : task.algorithm != "best" && task.algorithm != way) {
        continue;
      }
      const Contender one = group_run(task, way);
      const std::int64_t cycles = report_of(*one.entry, one.given).cycles.count();
      if (best.algorithm.empty() || cycles < best.cycles) best = {way, words_of(task), cycles};
    }
    return best;
  }

  [[nodiscard]] CollectiveRun run_best(const WorkloadTask& task) const {
    std::vector<Contender> contenders;
    for (const CatalogueEntry* const entry : catalogue_.algorithms_of(machine_, task.collective)) {
      if (!takes_words(*entry)) continue;
      Contender one{entry, parameters_of(*entry, task)};
      if (takes(*entry, "packets") && !one.given.contains("packets")) {
        one.given["packets"] = "optimal";
      }
      std::ranges::move(in_all_ways(one), std::back_inserter(contenders));
    }
    BestStudy study{contenders, [&](const Request& one) { return run_request(catalogue_, one); }};
    study.measure(words_of(task), words_of(task));
    const Measured& best = study.contests().front().places.front();
    return {contenders[best.contender].name(), words_of(task), best.cycles};
  }

  /// Do some nodes alone take part in some collective?
  [[nodiscard]] bool has_groups() const {
    return std::ranges::any_of(workload_.tasks, [](const WorkloadTask& task) {
      return !task.collective.empty() && !task.nodes.empty();
    });
  }

  /// `0,2,4-7`; of a message `3 to 1`.
  [[nodiscard]] static std::string nodes_text(const WorkloadTask& task) {
    if (task.collective == "move" && task.parameters.contains("source")) {
      return fmt::format("{} to {}", task.parameters["source"].dump(),
                         task.parameters["destination"].dump());
    }
    std::string text;
    for (std::size_t i = 0; i < task.nodes.size();) {
      std::size_t last = i;
      while (last + 1 < task.nodes.size() && task.nodes[last + 1] == task.nodes[last] + 1) ++last;
      text += fmt::format("{}{}", i == 0 ? "" : ",", task.nodes[i]);
      if (last > i) text += fmt::format("{}{}", last > i + 1 ? "-" : ",", task.nodes[last]);
      i = last + 1;
    }
    return text;
  }

  [[nodiscard]] Json collective_rows() const {
    Json rows = Json::array();
    const bool alike = timeline_.lanes.size() == 1;
    const bool apart = has_groups();
    for (const TaskRun& at : timeline_.network) {
      if (rows.size() == kMostRows) break;
      const CollectiveRun& ran = runs_[at.task];
      Json row = {{"task", name(at.task)},
                  {"operation", workload_.tasks[at.task].collective},
                  {"algorithm", ran.algorithm},
                  {"words", ran.words}};
      const WorkloadTask& task = workload_.tasks[at.task];
      if (apart) row["nodes"] = task.nodes.empty() ? "all" : nodes_text(task);
      if (!alike) {
        const TeamMeeting& meeting = timeline_.meetings.at(at.task);
        row["first_ready"] = meeting.first;
        row["last_node"] = task.sender.value_or(meeting.last_lane);  // a message's alone counts
      }
      row["ready"] = at.ready;
      row["from"] = at.from;
      row["to"] = at.to;
      row["waited_for"] = at.cause ? name(*at.cause) : "";
      rows.push_back(std::move(row));
    }
    return rows;
  }

  [[nodiscard]] Json wait_rows() const {
    Json rows = Json::array();
    for (const auto& [who, cycles] : timeline_.waits()) {
      if (rows.size() == kMostRows) break;
      rows.push_back(
          {{"node", lane_name(who.first)}, {"cycles", cycles}, {"for", name(who.second)}});
    }
    return rows;
  }

  Catalogue catalogue_;
  std::string machine_;
  Values values_;
  Workload workload_;
  std::int64_t nodes_ = 0;
  double memory_ = 0;                ///< of the largest run
  std::set<std::string> looked_at_;  ///< collectives
  mutable std::map<std::string, CollectiveRun> known_;
  mutable std::vector<CollectiveRun> runs_;  ///< by task
  mutable Timeline timeline_;
};

Parameter file_parameter() {
  Parameter parameter = free_text(
      "file", "file", "a workload in TOML, a trace of Chakra (.et), a folder of traces, or example",
      "example", "what the nodes compute and which collectives they do");
  parameter.check = [](const Json& value, const Values&) {
    if (value.is_string() && !value.get<std::string>().empty()) return;
    refuse("--file: name a workload.");
  };
  return parameter;
}

/// Parameters that all collectives of a machine have, but those of the data: they say what the
/// machine is.
std::vector<Parameter> machine_parameters(const Catalogue& catalogue, const std::string& machine) {
  static const std::vector<std::string> kOfData{"words", "packets", "op", "root"};
  static const std::vector<std::string> kOperations{
      "broadcast", "scatter", "gather", "allgather", "alltoall", "allreduce", "reduce-scatter"};
  std::vector<const CatalogueEntry*> entries;
  for (const std::string& operation : kOperations) {
    if (const auto* const entry = catalogue.find(machine, operation)) entries.push_back(entry);
  }
  std::vector<Parameter> common;
  if (entries.empty()) return common;
  for (const Parameter& parameter : entries.front()->parameters) {
    const bool of_data = std::ranges::find(kOfData, parameter.name) != kOfData.end();
    const bool in_all = std::ranges::all_of(
        entries, [&](const CatalogueEntry* entry) { return takes(*entry, parameter.name); });
    if (!of_data && in_all) common.push_back(parameter);
  }
  return common;
}

/// `clock`: of a trace that counts in microseconds, and whatever the machine has it for.
void add_clock(std::vector<Parameter>& parameters) {
  const auto known = std::ranges::find(parameters, "clock", &Parameter::name);
  const auto counts = [](const Values& values) { return counts_microseconds(values.word("file")); };
  constexpr std::int64_t kUsual = 100;
  constexpr std::int64_t kMost = 100'000;
  if (known == parameters.end()) {
    parameters.push_back(only_with(integer("clock", 1, kMost, kUsual, "cycles in a microsecond"),
                                   "a --file of Chakra", counts));
    return;
  }
  known->condition += ", or a --file of Chakra";
  known->applies = [counts, before = known->applies](const Values& values) {
    return counts(values) || before(values);
  };
}

}  // namespace

void add_workload(Catalogue& catalogue, const std::string& machine) {
  std::vector<Parameter> parameters = machine_parameters(catalogue, machine);
  if (parameters.empty() || collective_of(catalogue, machine).empty()) return;
  constexpr std::int64_t kMostWords = 1'000'000'000'000;
  parameters.insert(parameters.begin(),
                    {file_parameter(),
                     integer("bucket", 0, kMostWords, 0,
                             "words of a bucket, in the place of what the file says if not 0")});
  add_clock(parameters);
  CatalogueEntry entry;
  entry.machine = machine;
  entry.operation = "workload";
  entry.name = "timeline";
  entry.summary = "collectives of a file when their nodes are ready, beside what these compute";
  entry.is_default = true;
  entry.parameters = std::move(parameters);
  entry.statistics = {kTasks,   kRuns,     kComputing,   kCommunication, kExposed,
                      kOverlap, kCritical, kCollectives, kWaits};
  entry.simulates = false;
  entry.has_picture = true;
  entry.prepare = [machine](const Values& values) -> std::unique_ptr<Experiment> {
    return std::make_unique<WorkloadRun>(machine, values);
  };
  enter(catalogue, std::move(entry));
}

}  // namespace plexus
