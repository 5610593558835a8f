#include "models/reconfigurable/timing.hpp"

#include <algorithm>
#include <deque>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace plexus {

namespace {

Cycles duration(const PhaseLink& link, const RendezvousTiming& timing) {
  return timing.transfer(std::max(link.to_a, link.to_b));
}

/// What the nodes and ports of a schedule are doing while its links are gone through in order.
class Course {
 public:
  Course(const LinkSchedule& schedule, NodeId nodes, const RendezvousTiming& timing)
      : timing_{timing},
        ports_{schedule.ports()},
        ready_(nodes),
        latest_(nodes),
        free_(std::size_t{nodes} * ports_) {}

  [[nodiscard]] Cycles& free(CrossbarPort end) { return at(free_, end); }
  [[nodiscard]] Cycles at_hand(const PhaseLink& link) const {
    return std::max(ready_[link.a.node], ready_[link.b.node]);
  }
  [[nodiscard]] Cycles ready(NodeId node) const { return ready_[node]; }

  /// The link opens: it starts when both its ends are ready.
  Cycles pass(const PhaseLink& link, Cycles open) {
    const Cycles start = std::max(open, at_hand(link));
    const Cycles end = start + duration(link, timing_);
    cost.open_wait += start - open;
    cost.cycles = std::max(cost.cycles, end);
    free(link.a) = free(link.b) = end;
    for (const NodeId node : {link.a.node, link.b.node}) {
      latest_[node] = std::max(latest_[node], end);
    }
    return end;
  }
  /// The phase of `links` is over for its nodes.
  void end_phase(std::span<const PhaseLink> links) {
    for (const PhaseLink& link : links) {
      ready_[link.a.node] = latest_[link.a.node];
      ready_[link.b.node] = latest_[link.b.node];
    }
  }

  ScheduleCost cost;

 private:
  Cycles& at(std::vector<Cycles>& values, CrossbarPort end) const {
    return values[std::size_t{end.node} * ports_ + end.port];
  }

  RendezvousTiming timing_;
  std::uint32_t ports_;
  std::vector<Cycles> ready_;   ///< by node: end of its earlier phases
  std::vector<Cycles> latest_;  ///< by node: end of its last link so far
  std::vector<Cycles> free_;    ///< by port: end of its last link
};

/// (c) and (d): the manager walks through all phases without waiting for them.
ScheduleCost link_by_link(const LinkSchedule& schedule, NodeId nodes,
                          const RendezvousTiming& timing, const SettingPolicy& policy) {
  Course course{schedule, nodes, timing};
  std::vector<Cycles> shadow(std::size_t{nodes} * schedule.ports());
  const auto shadow_free = [&](CrossbarPort end) -> Cycles& {
    return shadow[std::size_t{end.node} * schedule.ports() + end.port];
  };
  Cycles manager{0};
  for (std::size_t p = 0; p < schedule.phases(); ++p) {
    manager += policy.timing.fixed;
    for (const PhaseLink& link : schedule.phase(p)) {
      const Cycles ports_free = std::max(course.free(link.a), course.free(link.b));
      if (policy.banks == 1) {
        manager = std::max(manager, ports_free) + policy.timing.per_link;
        course.pass(link, manager);
        continue;
      }
      manager =
          std::max({manager, shadow_free(link.a), shadow_free(link.b)}) + policy.timing.per_link;
      const Cycles open = std::max(manager, ports_free) + policy.swap;
      shadow_free(link.a) = shadow_free(link.b) = open;
      course.pass(link, open);
    }
    course.end_phase(schedule.phase(p));
    ++course.cost.commands;
  }
  return course.cost;
}

/// (e): every node sets its own ends, one after the other.
ScheduleCost by_the_nodes(const LinkSchedule& schedule, NodeId nodes,
                          const RendezvousTiming& timing, const SettingPolicy& policy) {
  Course course{schedule, nodes, timing};
  std::vector<std::int64_t> ends(nodes, 0);
  Cycles barrier{0};
  for (std::size_t p = 0; p < schedule.phases(); ++p) {
    const auto links = schedule.phase(p);
    std::int64_t most = 0;
    for (const PhaseLink& link : links) {
      for (const NodeId node : {link.a.node, link.b.node}) {
        if (++ends[node] == 1) ++course.cost.commands;
        most = std::max(most, ends[node]);
      }
    }
    for (const PhaseLink& link : links) ends[link.a.node] = ends[link.b.node] = 0;
    for (const PhaseLink& link : links) {
      Cycles open = barrier + policy.timing.command(most);
      if (policy.grain == Grain::kLink) {
        const Cycles a_set = course.ready(link.a.node) + policy.timing.command(++ends[link.a.node]);
        const Cycles b_set = course.ready(link.b.node) + policy.timing.command(++ends[link.b.node]);
        open = std::max(a_set, b_set);
      }
      course.pass(link, open);
    }
    for (const PhaseLink& link : links) ends[link.a.node] = ends[link.b.node] = 0;
    course.end_phase(links);
    barrier = course.cost.cycles;
  }
  return course.cost;
}

/// 1.6: links are asked for when both ends are ready and granted by one manager.
class Requests {
 public:
  Requests(const LinkSchedule& schedule, NodeId nodes, const RendezvousTiming& timing,
           const SettingPolicy& policy)
      : schedule_{schedule},
        timing_{timing},
        policy_{policy},
        ends_{schedule, nodes},
        next_(nodes, 0),
        open_ends_(nodes, 0),
        at_hand_(schedule.links().size(), 0) {
    for (NodeId node = 0; node < nodes; ++node) reach(node, 0_cycles);
  }

  ScheduleCost run() {
    while (!events_.empty()) {
      const auto [time, kind, link] = *events_.begin();
      events_.erase(events_.begin());
      if (kind == kEnd) {
        finish(link, time);
      } else if (kind == kOpen) {
        const Cycles end = time + duration(schedule_.links()[link], timing_);
        cost_.cycles = std::max(cost_.cycles, end);
        events_.insert({end, kEnd, link});
      } else if (kind == kRequest) {
        waiting_.push_back(link);  // in the order of time and link
        events_.insert({time, kChoice, 0});
      } else {
        choose(time);
      }
    }
    return cost_;
  }

 private:
  enum Kind { kEnd, kOpen, kRequest, kChoice };

  void reach(NodeId node, Cycles time) {
    const auto ends = same_phase(ends_.of(node).subspan(next_[node]));
    next_[node] += ends.size();
    open_ends_[node] = ends.size();
    for (const NodeEnd& end : ends) {
      if (++at_hand_[end.link] == 2) {
        events_.insert({time + policy_.request_latency, kRequest, end.link});
      }
    }
  }

  void finish(std::size_t link, Cycles time) {
    for (const NodeId node : {schedule_.links()[link].a.node, schedule_.links()[link].b.node}) {
      if (--open_ends_[node] == 0) reach(node, time);
    }
  }

  void choose(Cycles time) {
    if (waiting_.empty() || time < idle_from_) return;
    const std::size_t most = policy_.batch == 0 ? waiting_.size() : policy_.batch;
    const std::size_t served = std::min(most, waiting_.size());
    for (std::size_t i = 0; i < served; ++i) {
      const auto number = static_cast<std::int64_t>(i) + 1;
      events_.insert({time + policy_.timing.command(number), kOpen, waiting_[i]});
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(served));
    ++cost_.commands;
    idle_from_ = time + policy_.timing.command(static_cast<std::int64_t>(served));
    events_.insert({idle_from_, kChoice, 0});
  }

  const LinkSchedule& schedule_;
  RendezvousTiming timing_;
  SettingPolicy policy_;
  NodeEnds ends_;
  std::vector<std::size_t> next_;       ///< by node: ends of phases that it has reached
  std::vector<std::size_t> open_ends_;  ///< by node: of its present phase
  std::vector<std::uint8_t> at_hand_;   ///< by link: ends that are ready
  std::set<std::tuple<Cycles, Kind, std::size_t>> events_;
  std::deque<std::size_t> waiting_;
  Cycles idle_from_{0};
  ScheduleCost cost_;
};

}  // namespace

std::vector<PhaseCost> costs_of(const LinkSchedule& schedule) {
  std::vector<PhaseCost> costs;
  for (std::size_t p = 0; p < schedule.phases(); ++p) {
    const auto links = schedule.phase(p);
    PhaseCost cost{static_cast<std::int64_t>(links.size()), 0_words};
    for (const PhaseLink& link : links) cost.words = std::max({cost.words, link.to_a, link.to_b});
    costs.push_back(cost);
  }
  return costs;
}

Cycles phase_by_phase(std::span<const PhaseCost> phases, const RendezvousTiming& link,
                      const SettingTiming& setting) {
  Cycles total{0};
  for (const PhaseCost& phase : phases) {
    total += setting.command(phase.links) + link.transfer(phase.words);
  }
  return total;
}

Cycles double_buffered(std::span<const PhaseCost> phases, const RendezvousTiming& link,
                       const SettingTiming& setting, Cycles swap) {
  Cycles total{0};
  Cycles busy{0};  // of the phase before
  for (const PhaseCost& phase : phases) {
    total += std::max(busy, setting.command(phase.links)) + swap;
    busy = link.transfer(phase.words);
  }
  return total + busy;
}

ScheduleCost schedule_cost(const LinkSchedule& schedule, NodeId nodes, const RendezvousTiming& link,
                           const SettingPolicy& policy) {
  if (policy.dynamic) return Requests{schedule, nodes, link, policy}.run();
  if (policy.setters == Setters::kPerNode) return by_the_nodes(schedule, nodes, link, policy);
  if (policy.grain == Grain::kLink) return link_by_link(schedule, nodes, link, policy);
  const std::vector<PhaseCost> costs = costs_of(schedule);
  return {policy.banks == 1 ? phase_by_phase(costs, link, policy.timing)
                            : double_buffered(costs, link, policy.timing, policy.swap),
          0_cycles, schedule.phases()};
}

ScheduleCost wired_cost(const LinkSchedule& schedule, NodeId nodes, const RendezvousTiming& link,
                        Grain grain) {
  if (grain == Grain::kPhase) return {phase_by_phase(costs_of(schedule), link, {}), 0_cycles, 0};
  Course course{schedule, nodes, link};
  for (std::size_t p = 0; p < schedule.phases(); ++p) {
    for (const PhaseLink& one : schedule.phase(p)) course.pass(one, 0_cycles);
    course.end_phase(schedule.phase(p));
  }
  course.cost.open_wait = 0_cycles;  // wired: there is no manager to wait behind
  return course.cost;
}

}  // namespace plexus
