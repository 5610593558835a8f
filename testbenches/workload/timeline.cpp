#include "testbenches/workload/timeline.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/memory_limit.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

/// Works through the tasks in the order of their ends.
class Layouter {
 public:
  Layouter(const Workload& workload, const std::vector<std::int64_t>& cycles)
      : tasks_{workload.tasks}, cycles_{cycles}, dependents_(tasks_.size()) {
    count_lanes(workload);
    require_room(workload);
    out_.lanes.resize(lanes_);
    nodes_.resize(lanes_);
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      std::vector<std::size_t> after = tasks_[i].after;
      std::ranges::sort(after);
      after.erase(std::unique(after.begin(), after.end()), after.end());
      left_.emplace_back(parts(i), static_cast<std::uint32_t>(after.size()));
      for (const std::size_t before : after) dependents_[before].push_back(i);
      parts_left_.push_back(parts(i));
      ends_left_.push_back(computes(i) ? parts(i) : 1);
    }
  }

  Timeline lay_out() {
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      for (std::size_t part = 0; part < parts(task); ++part) {
        if (left_[task][part] == 0) ready_at(task, part, 0, {});
      }
    }
    if (ends_.empty()) start_all(0);
    while (!ends_.empty()) {
      const auto [now, end] = *ends_.begin();
      ends_.erase(ends_.begin());
      end_of(end, now);
      if (ends_.empty() || ends_.begin()->first > now) start_all(now);
    }
    require_all();
    return std::move(out_);
  }

 private:
  /// What a node does one after another: it computes, sends, or takes.
  struct Resource {
    std::optional<std::size_t> busy;
    std::optional<std::size_t> before;  ///< the task that it did last
  };
  struct Node {
    std::set<std::pair<std::int64_t, std::size_t>> ready;  ///< since when, and which task
    Resource computes;
    Resource sends;
    Resource takes;
  };
  /// A node, or all that take part, and the task.
  using End = std::pair<std::size_t, std::size_t>;
  static constexpr std::size_t kTogether = SIZE_MAX;

  [[nodiscard]] bool computes(std::size_t task) const { return !tasks_[task].compute.empty(); }
  [[nodiscard]] bool talks(std::size_t task) const { return !tasks_[task].collective.empty(); }
  /// Nodes that take part: where the file tells of all together, one.
  [[nodiscard]] std::size_t parts(std::size_t task) const {
    return tasks_[task].nodes.empty() ? lanes_ : tasks_[task].nodes.size();
  }
  [[nodiscard]] std::size_t lane_of(std::size_t task, std::size_t part) const {
    return tasks_[task].nodes.empty() ? part : tasks_[task].nodes[part];
  }
  [[nodiscard]] std::optional<std::size_t> part_at(std::size_t task, std::size_t lane) const {
    const auto& nodes = tasks_[task].nodes;
    if (nodes.empty()) return lane;
    const auto found = std::ranges::lower_bound(nodes, lane);
    if (found == nodes.end() || *found != lane) return {};
    return static_cast<std::size_t>(found - nodes.begin());
  }

  /// Calls visit(resource, its number) for all that a collective or a message needs.
  template <typename Visit>
  void for_each_link(std::size_t task, Visit visit) {
    const auto& sender = tasks_[task].sender;
    for (std::size_t part = 0; part < parts(task); ++part) {
      const std::size_t lane = lane_of(task, part);
      if (!sender || lane == *sender) visit(nodes_[lane].sends, 2 * lane);
      if (!sender || lane != *sender) visit(nodes_[lane].takes, 2 * lane + 1);
    }
  }

  void count_lanes(const Workload& workload) {
    lanes_ = std::max<std::size_t>(1, workload.nodes);
    for (const WorkloadTask& task : tasks_) {
      if (task.nodes.empty()) lanes_ = std::max(lanes_, task.compute.size());
      if (!task.nodes.empty()) lanes_ = std::max(lanes_, std::size_t{task.nodes.back()} + 1);
    }
  }

  void require_room(const Workload& workload) const {
    constexpr std::size_t kMost = 30'000'000;
    std::size_t all = 0;
    for (std::size_t i = 0; i < tasks_.size() && all <= kMost; ++i) all += parts(i);
    if (all > kMost) {
      refuse(RefusalClass::kSize, "{}: {} tasks of {} nodes are too many: at most {} in all.",
             workload.file, tasks_.size(), lanes_, kMost);
    }
    constexpr double kBytes = 200;  // of a task at a node: when it ran, what let it begin
    require_memory(kBytes * static_cast<double>(all));
  }

  void ready_at(std::size_t task, std::size_t part, std::int64_t now,
                std::optional<std::size_t> cause) {
    if (computes(task)) {
      const std::size_t lane = lane_of(task, part);
      causes_[{task, lane}] = cause;
      nodes_[lane].ready.emplace(now, task);
      awake_.insert(lane);
      return;
    }
    TeamMeeting& meeting = out_.meetings[task];
    if (parts_left_[task] == parts(task)) meeting.first = now;
    if (--parts_left_[task] > 0) return;
    meeting.last_lane = lane_of(task, part);
    causes_[{task, kTogether}] = cause;
    if (talks(task)) {
      talks_ready_.emplace(now, task);
    } else {
      ends_.emplace(now, End{kTogether, task});
      out_.meets.push_back({task, now, now, now, cause});
    }
  }

  void start_all(std::int64_t now) {
    for (const std::size_t lane : std::exchange(awake_, {})) start_computing(lane, now);
    // Behind work of no time something may be ready now, too: then all that is comes in its order.
    const bool ends_now = !ends_.empty() && ends_.begin()->first == now;
    if (!ends_now && !talks_ready_.empty()) start_talking(now);
  }

  void start_computing(std::size_t lane, std::int64_t now) {
    Node& here = nodes_[lane];
    if (here.computes.busy || here.ready.empty()) return;
    const auto [ready, task] = *here.ready.begin();
    here.ready.erase(here.ready.begin());
    here.computes.busy = task;
    const auto& compute = tasks_[task].compute;
    const std::int64_t takes =
        compute.size() == 1 ? compute.front() : compute[*part_at(task, lane)];
    const auto cause = now > ready ? here.computes.before : causes_[{task, lane}];
    begin(out_.lanes[lane], {task, ready, now, now + takes, cause}, lane);
  }

  /// What finds its nodes free, and wanted by none that was ready before it.
  void start_talking(std::int64_t now) {
    std::vector<bool> wanted(2 * lanes_, false);
    std::size_t idle = 2 * lanes_ - talking_;  // that nobody wants yet
    for (auto next = talks_ready_.begin(); next != talks_ready_.end() && idle > 0;) {
      const auto [ready, task] = *next;
      bool free = true;
      std::optional<std::size_t> before;  // whose end made the last of them free
      for_each_link(task, [&](const Resource& there, std::size_t number) {
        if (there.busy || wanted[number]) {
          free = false;
        } else {
          --idle;
        }
        wanted[number] = true;
        if (there.before && (!before || ended_[*there.before] > ended_[*before])) {
          before = there.before;
        }
      });
      if (!free) {
        ++next;
        continue;
      }
      next = talks_ready_.erase(next);
      for_each_link(task, [&](Resource& there, std::size_t) {
        there.busy = task;
        ++talking_;
      });
      const auto cause = now > ready ? before : causes_[{task, kTogether}];
      begin(out_.network, {task, ready, now, now + cycles_[task], cause}, kTogether);
    }
  }

  void begin(std::vector<TaskRun>& runs, const TaskRun& run, std::size_t lane) {
    runs.push_back(run);
    out_.end = std::max(out_.end, run.to);
    ends_.emplace(run.to, End{lane, run.task});
  }

  void end_of(const End& end, std::int64_t now) {
    const auto [lane, task] = end;
    if (lane == kTogether) {
      ended_[task] = now;
      if (talks(task)) {
        for_each_link(task, [&](Resource& there, std::size_t) {
          free_again(there);
          --talking_;
        });
      }
      done_ += parts(task);
    } else {
      free_again(nodes_[lane].computes);
      awake_.insert(lane);
      ++done_;
    }
    tell(end, now, --ends_left_[task] == 0);
  }

  /// Tells those that come after a task: a node of its own end, others of the `last` one.
  void tell(const End& end, std::int64_t now, bool last) {
    const auto [lane, task] = end;
    const bool tells_others = lane == kTogether || (last && !tasks_[task].nodes.empty());
    for (const std::size_t next : dependents_[task]) {
      if (!tells_others) {
        if (const auto part = part_at(next, lane)) before_is_done(next, *part, now, task);
        continue;
      }
      for (std::size_t part = 0; part < parts(next); ++part) {
        const std::size_t there = lane_of(next, part);
        if (lane == kTogether || there == lane || !part_at(task, there)) {
          before_is_done(next, part, now, task);
        }
      }
    }
  }

  static void free_again(Resource& resource) { resource.before = std::exchange(resource.busy, {}); }

  void before_is_done(std::size_t next, std::size_t part, std::int64_t now, std::size_t cause) {
    if (--left_[next][part] == 0) ready_at(next, part, now, cause);
  }

  /// Tasks of a circle are never ready.
  void require_all() const {
    std::size_t expected = 0;
    for (std::size_t i = 0; i < tasks_.size(); ++i) expected += parts(i);
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
  std::size_t lanes_ = 1;
  std::vector<std::vector<std::size_t>> dependents_;
  std::vector<std::vector<std::uint32_t>> left_;  ///< by task and part: tasks that come before
  std::vector<std::size_t> parts_left_;           ///< by collective: nodes that are not ready
  std::vector<std::size_t> ends_left_;            ///< by task: ends that are to come
  std::vector<Node> nodes_;
  std::set<std::size_t> awake_;  ///< nodes that may compute something else
  std::size_t talking_ = 0;      ///< sides of nodes, sending and taking, that are busy
  std::set<std::pair<std::int64_t, std::size_t>> talks_ready_;  ///< collectives: since when
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::size_t>> causes_;
  std::map<std::size_t, std::int64_t> ended_;    ///< collectives: when
  std::set<std::pair<std::int64_t, End>> ends_;  ///< when, of what
  std::size_t done_ = 0;
};

std::int64_t busy(const std::vector<TaskRun>& runs) {
  std::int64_t sum = 0;
  for (const TaskRun& run : runs) sum += run.to - run.from;
  return sum;
}

/// Cycles in which some collective runs; where a node computes meanwhile, if `computing` does not
/// matter.
std::int64_t cycles_with(const Timeline& timeline, bool computing) {
  struct Change {
    std::int64_t when;
    int talk;
    int compute;
  };
  std::vector<Change> changes;
  const auto note = [&](const std::vector<TaskRun>& runs, int talk, int compute) {
    for (const TaskRun& run : runs) {
      if (run.from == run.to) continue;
      changes.push_back({run.from, talk, compute});
      changes.push_back({run.to, -talk, -compute});
    }
  };
  note(timeline.network, 1, 0);
  for (const auto& lane : timeline.lanes) note(lane, 0, 1);
  std::ranges::sort(changes, {}, &Change::when);
  std::int64_t sum = 0;
  std::int64_t before = 0;
  int talk = 0;
  int compute = 0;
  for (const Change& change : changes) {
    if (talk > 0 && (computing || compute == 0)) sum += change.when - before;
    before = change.when;
    talk += change.talk;
    compute += change.compute;
  }
  return sum;
}

}  // namespace

Timeline lay_out(const Workload& workload, const std::vector<std::int64_t>& cycles) {
  return Layouter{workload, cycles}.lay_out();
}

std::int64_t Timeline::communication() const { return cycles_with(*this, true); }

std::int64_t Timeline::computing() const {
  std::int64_t most = 0;
  for (const auto& lane : lanes) most = std::max(most, busy(lane));
  return most;
}

std::int64_t Timeline::exposed() const { return cycles_with(*this, false); }

std::vector<std::size_t> Timeline::critical() const {
  std::map<std::size_t, std::vector<const TaskRun*>> runs_of;
  const TaskRun* at = nullptr;
  const auto look = [&](const std::vector<TaskRun>& runs) {
    for (const TaskRun& run : runs) {
      runs_of[run.task].push_back(&run);
      if (at == nullptr || run.to > at->to) at = &run;
    }
  };
  for (const auto& lane : lanes) look(lane);
  look(network);
  look(meets);
  std::vector<std::size_t> way;
  std::set<const TaskRun*> seen;
  while (at != nullptr && seen.insert(at).second) {
    way.push_back(at->task);
    if (!at->cause) break;
    const TaskRun* before = nullptr;  // of the runs of the cause: the last that let this one begin
    for (const TaskRun* const one : runs_of[*at->cause]) {
      if (one->to <= at->from && (before == nullptr || one->to > before->to)) before = one;
    }
    at = before;
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
