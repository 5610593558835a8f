#include "testbenches/workload/timeline.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

/// Works through the tasks in the order of their ends.
class Layouter {
 public:
  Layouter(const Workload& workload, const std::vector<std::int64_t>& cycles)
      : tasks_{workload.tasks}, cycles_{cycles}, dependents_(tasks_.size()) {
    std::size_t lanes = 1;
    for (const WorkloadTask& task : tasks_) lanes = std::max(lanes, task.compute.size());
    constexpr std::size_t kMost = 30'000'000;
    if (tasks_.size() > kMost / lanes) {
      throw Refusal{RefusalClass::kSize,
                    fmt::format("{}: {} tasks of {} nodes are too many: at most {} in all.",
                                workload.file, tasks_.size(), lanes, kMost)};
    }
    constexpr double kBytes = 200;  // of a task at a node: when it ran, what let it begin
    require_memory(kBytes * static_cast<double>(tasks_.size()) * static_cast<double>(lanes));
    out_.lanes.resize(lanes);
    resources_.resize(lanes + 1);
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      std::vector<std::size_t> after = tasks_[i].after;
      std::ranges::sort(after);
      after.erase(std::unique(after.begin(), after.end()), after.end());
      for (const std::size_t before : after) dependents_[before].push_back(i);
      left_.emplace_back(lanes, static_cast<std::uint32_t>(after.size()));
      lanes_left_.push_back(lanes);
    }
  }

  Timeline lay_out() {
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      for (std::size_t lane = 0; lane < out_.lanes.size(); ++lane) {
        if (left_[task][lane] == 0) ready_at(task, lane, 0, {});
      }
    }
    start_all(0);
    while (!ends_.empty()) {
      const auto [now, number] = *ends_.begin();
      ends_.erase(ends_.begin());
      end_of(number, now);
      if (ends_.empty() || ends_.begin()->first > now) start_all(now);
    }
    require_all();
    return std::move(out_);
  }

 private:
  /// A node, or behind them the network.
  struct Resource {
    std::set<std::pair<std::int64_t, std::size_t>> ready;  ///< since when, and which task
    std::optional<std::size_t> busy;
    std::optional<std::size_t> before;  ///< the task that it did last
  };

  [[nodiscard]] bool computes(std::size_t task) const { return tasks_[task].collective.empty(); }
  [[nodiscard]] std::size_t network() const { return out_.lanes.size(); }

  void ready_at(std::size_t task, std::size_t lane, std::int64_t now,
                std::optional<std::size_t> cause) {
    if (computes(task)) {
      causes_[{task, lane}] = cause;
      resources_[lane].ready.emplace(now, task);
      return;
    }
    TeamMeeting& meeting = out_.meetings[task];
    if (lanes_left_[task] == out_.lanes.size()) meeting.first = now;
    if (--lanes_left_[task] > 0) return;
    meeting.last_lane = lane;
    causes_[{task, network()}] = cause;
    resources_[network()].ready.emplace(now, task);
  }

  void start_all(std::int64_t now) {
    for (std::size_t number = 0; number < resources_.size(); ++number) {
      Resource& here = resources_[number];
      if (here.busy || here.ready.empty()) continue;
      const auto [ready, task] = *here.ready.begin();
      here.ready.erase(here.ready.begin());
      here.busy = task;
      const auto& compute = tasks_[task].compute;
      const std::int64_t takes = !computes(task)       ? cycles_[task]
                                 : compute.size() == 1 ? compute.front()
                                                       : compute[number];
      const auto cause = now > ready ? here.before : causes_[{task, number}];
      auto& runs = number == network() ? out_.network : out_.lanes[number];
      runs.push_back({task, ready, now, now + takes, cause});
      out_.end = std::max(out_.end, now + takes);
      ends_.emplace(now + takes, number);
    }
  }

  void end_of(std::size_t number, std::int64_t now) {
    Resource& here = resources_[number];
    const std::size_t task = *here.busy;
    here.before = task;
    here.busy.reset();
    ++done_;
    const std::size_t first = number == network() ? 0 : number;
    const std::size_t last = number == network() ? out_.lanes.size() : number + 1;
    for (const std::size_t next : dependents_[task]) {
      for (std::size_t lane = first; lane < last; ++lane) {
        if (--left_[next][lane] == 0) ready_at(next, lane, now, task);
      }
    }
  }

  /// Tasks of a circle are never ready.
  void require_all() const {
    std::size_t expected = 0;
    for (std::size_t i = 0; i < tasks_.size(); ++i) expected += computes(i) ? out_.lanes.size() : 1;
    if (done_ == expected) return;
    std::size_t at = 0;  // one that waits; then back along what waits, until one comes again
    const auto waits = [&](std::size_t task) {
      return std::ranges::any_of(left_[task], [](std::uint32_t left) { return left > 0; });
    };
    while (!waits(at)) ++at;
    std::vector<std::size_t> way;
    std::vector<bool> seen(tasks_.size(), false);
    while (!seen[at]) {
      seen[at] = true;
      way.push_back(at);
      at = *std::ranges::find_if(tasks_[at].after, waits);
    }
    way.erase(way.begin(), std::ranges::find(way, at));
    std::string circle;
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(kShown, way.size()); ++i) {
      circle += fmt::format("{} waits for ", tasks_[way[i]].name);
    }
    circle += way.size() > kShown ? ".." : tasks_[at].name;
    refuse_at(tasks_[at].place, "these wait for each other: " + circle);
  }

  const std::vector<WorkloadTask>& tasks_;
  const std::vector<std::int64_t>& cycles_;
  Timeline out_;
  std::vector<std::vector<std::size_t>> dependents_;
  std::vector<std::vector<std::uint32_t>> left_;  ///< by task and lane: what has to end before
  std::vector<std::size_t> lanes_left_;           ///< by collective: nodes that are not ready
  std::vector<Resource> resources_;
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::size_t>> causes_;
  std::set<std::pair<std::int64_t, std::size_t>> ends_;  ///< when, of which resource
  std::size_t done_ = 0;
};

std::int64_t busy(const std::vector<TaskRun>& runs) {
  std::int64_t sum = 0;
  for (const TaskRun& run : runs) sum += run.to - run.from;
  return sum;
}

}  // namespace

Timeline lay_out(const Workload& workload, const std::vector<std::int64_t>& cycles) {
  return Layouter{workload, cycles}.lay_out();
}

std::int64_t Timeline::communication() const { return busy(network); }

std::int64_t Timeline::computing() const {
  std::int64_t most = 0;
  for (const auto& lane : lanes) most = std::max(most, busy(lane));
  return most;
}

std::int64_t Timeline::exposed() const {
  std::vector<std::pair<std::int64_t, int>> changes;  // when, and by how many more nodes compute
  for (const auto& lane : lanes) {
    for (const TaskRun& run : lane) {
      if (run.from == run.to) continue;
      changes.emplace_back(run.from, 1);
      changes.emplace_back(run.to, -1);
    }
  }
  std::ranges::sort(changes);
  std::int64_t sum = 0;
  int computing = 0;
  std::size_t next = 0;
  for (const TaskRun& run : network) {  // in rising order
    std::int64_t now = run.from;
    for (; next < changes.size() && changes[next].first < run.to; ++next) {
      const std::int64_t then = std::max(now, changes[next].first);
      if (computing == 0) sum += then - now;
      now = then;
      computing += changes[next].second;
    }
    if (computing == 0) sum += run.to - now;
  }
  return sum;
}

std::vector<std::size_t> Timeline::critical() const {
  std::map<std::size_t, const TaskRun*> last;  // by task: the run that ended last
  const TaskRun* at = nullptr;
  const auto look = [&](const std::vector<TaskRun>& runs) {
    for (const TaskRun& run : runs) {
      const TaskRun*& known = last[run.task];
      if (known == nullptr || run.to > known->to) known = &run;
      if (at == nullptr || run.to > at->to) at = &run;
    }
  };
  for (const auto& lane : lanes) look(lane);
  look(network);
  std::vector<std::size_t> way;
  while (at != nullptr) {
    way.push_back(at->task);
    at = at->cause ? last.at(*at->cause) : nullptr;
  }
  std::ranges::reverse(way);
  return way;
}

std::map<std::pair<std::size_t, std::size_t>, std::int64_t> Timeline::waits() const {
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> all;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    std::int64_t free = 0;
    for (const TaskRun& run : lanes[lane]) {
      if (run.from > free && run.cause) all[{lane, *run.cause}] += run.from - free;
      free = run.to;
    }
  }
  return all;
}

}  // namespace plexus
