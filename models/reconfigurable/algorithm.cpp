#include "models/reconfigurable/algorithm.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace plexus::reconfigurable {

std::optional<Cycles> exact_count(const ReconfigurableCase& at) {
  const SettingPolicy& policy = at.policy;
  if (at.wired()) return wired_cost(at.plan->schedule, at.nodes, at.link, policy.grain).cycles;
  if (at.as_in_the_paper()) return phase_by_phase(at.plan->costs, at.link, policy.timing);
  const bool by_phases = policy.grain == Grain::kPhase && policy.setters == Setters::kCentral;
  if (!policy.dynamic && by_phases) {
    return double_buffered(at.plan->costs, at.link, policy.timing, policy.swap);
  }
  return schedule_cost(at.plan->schedule, at.nodes, at.link, policy).cycles;
}

std::optional<std::string> nothing_left_behind(const ReconfigurableCase& at, const Operation& data,
                                               const reconfigurable_machine& top) {
  if (!at.plan->moves) return std::nullopt;
  for (NodeId v = 0; v < top.size(); ++v) {
    std::uint64_t allowed = 0;
    for (const Interval& interval : data.after(v)) allowed += interval.count;
    std::uint64_t held = 0;
    for (const Interval& interval : top.node(v).memory().whole_blocks()) held += interval.count;
    if (held != allowed) {
      return fmt::format("Node {} holds {} blocks after the {}, not {}.", v, held, data.name,
                         allowed);
    }
  }
  return std::nullopt;
}

std::optional<Cycles> table_1_bound(const ReconfigurableCase& at, Words words) {
  if (at.nodes == 1) return std::nullopt;
  const Cycles startups = at.shape().steps() * (at.link.handshake + at.link.startup);
  return std::max(startups, at.link.beats(words));
}

std::optional<Cycles> broadcast_bound(const ReconfigurableCase& at) {
  if (at.nodes == 1) return std::nullopt;
  return table_1_bound(at, Words{ceil_ratio(at.words.count(), at.shape().ports)});
}

std::optional<Cycles> exchange_bound(const ReconfigurableCase& at) {
  if (at.nodes == 1) return std::nullopt;
  return table_1_bound(
      at, Words{ceil_ratio((std::int64_t{at.nodes} - 1) * at.words.count(), at.shape().ports)});
}

void work_out(ReconfigurableCase& at, const PlanOf& plan) {
  constexpr double kLink = 150;  // in the schedule, its ends, ports and messages on the way
  double links = 0;
  for (const PhaseCost& phase : plan(at, Detail::kCounts).costs) links += real(phase.links);
  require_memory(memory_of(at.nodes, 0) + kLink * links);
  at.plan = std::make_shared<const Plan>(plan(at, Detail::kListed));
}

void take(ReconfigurableCase& at, Plan plan) {
  plan.costs = costs_of(plan.schedule);
  at.plan = std::make_shared<const Plan>(std::move(plan));
}

NodeProgram<crossbar_node> play_plan(const ReconfigurableCase& /*at*/,
                                     reconfigurable_machine& top) {
  return [&top](crossbar_node& self) { return play(self, top); };
}

void refuse_size(const std::string& sentence) { throw Refusal{RefusalClass::kSize, sentence}; }

constexpr const char* kWayOut = ": choose other --nodes or --ports, or --algorithm auto.";

std::optional<std::string> misfit_clique(const ReconfigurableCase& at) {
  if (at.shape().is_power()) return std::nullopt;
  return fmt::format("rcp-clique needs N = (k+1)^h nodes, not {} with {} ports{}", at.nodes,
                     at.shape().ports, kWayOut);
}

std::optional<std::string> misfit_circulant(const ReconfigurableCase& at) {
  if (at.nodes == 1 || at.shape().ports >= 2) return std::nullopt;
  return fmt::format("circulant needs two ports at a node or more, and {} nodes have {} to use{}",
                     at.nodes, at.shape().ports, kWayOut);
}

std::optional<std::string> misfit_flip(const ReconfigurableCase& at) {
  if (at.nodes == 1 || (at.shape().ports % 2 == 1 && at.nodes % 2 == 0)) return std::nullopt;
  return fmt::format(
      "flip needs an odd number of ports and an even number of nodes, not {} and {}{}",
      at.shape().ports, at.nodes, kWayOut);
}

}  // namespace plexus::reconfigurable
