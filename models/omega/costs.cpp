#include "models/omega/costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "models/catalogue/refusal.hpp"
#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/paper_1986.hpp"

namespace plexus {

using namespace paper_1986;

namespace {

double log2_of(NodeId nodes) { return std::log2(static_cast<double>(nodes)); }

std::int64_t ceil_log2(NodeId nodes) { return std::bit_width(nodes - 1); }
std::int64_t floor_log2(NodeId nodes) { return std::bit_width(nodes) - 1; }

}  // namespace

namespace cost {

double switch_move(Words n, LinkTiming link) { return tau(link) + real(n) / b(link); }

double switch_ring_broadcast(NodeId nodes, Words n, std::int64_t nu, LinkTiming link) {
  return printed_pipeline(real(nu), nodes - 1, real(n), link);
}

double switch_ring_broadcast_optimum(NodeId nodes, Words n, LinkTiming link) {
  return printed_pipeline_minimum(nodes - 1, real(n), link);
}

double switch_doubling_broadcast(NodeId nodes, Words n, LinkTiming link) {
  return log2_of(nodes) * (real(n) / b(link) + tau(link));
}

double switch_tree_broadcast(NodeId nodes, Words n, std::int64_t nu, LinkTiming link) {
  return 2 * printed_pipeline(real(nu), log2_of(nodes) - 1, real(n), link);
}

double switch_tree_packets(NodeId nodes, Words n, LinkTiming link) {
  return std::sqrt((log2_of(nodes) - 2) * real(n) / (b(link) * tau(link)));
}

double switch_tree_broadcast_optimum(NodeId nodes, Words n, LinkTiming link) {
  return 2 * printed_pipeline_minimum(log2_of(nodes) - 1, real(n), link);
}

double switch_daisy_chain(NodeId nodes, Words n, LinkTiming link) {
  return (nodes - 1.0) * (real(n) / (nodes * b(link)) + tau(link));
}

double switch_doubling_allgather(NodeId nodes, Words n, LinkTiming link) {
  return real(n) / b(link) + log2_of(nodes) * tau(link);
}

double switch_scatter(NodeId nodes, Words n, LinkTiming link) {
  return log2_of(nodes) * tau(link) + real(n) / b(link);
}

double switch_exchange(NodeId nodes, Words n, LinkTiming link) {
  return log2_of(nodes) * (real(n) / (nodes * b(link)) + 2 * tau(link));
}

}  // namespace cost

// --- Exact counts where every step is one pass -------------------------------------------------

Cycles switch_single_pass_cycles(Words w, LinkTiming link) { return link.hop(w); }

Cycles switch_ring_cycles(NodeId nodes, Words w, std::int64_t nu, LinkTiming link) {
  return pipelined(nodes - 1, w, nu, link);
}

Cycles switch_doubling_broadcast_cycles(NodeId nodes, Words w, LinkTiming link) {
  return ceil_log2(nodes) * link.hop(w);
}

Cycles switch_tree_cycles(NodeId nodes, Words w, std::int64_t nu, LinkTiming link) {
  const int passes_of_a_step = nodes == 2 ? 1 : 2;
  return passes_of_a_step * pipelined(SwitchTree{nodes, 0}.levels(), w, nu, link);
}

Cycles switch_shift_cycles(NodeId nodes, Words w, LinkTiming link) {
  return (nodes - 1) * link.hop(w);
}

Cycles switch_doubling_allgather_cycles(NodeId nodes, Words w, LinkTiming link) {
  Cycles total;
  for (const DoublingStep step : doubling_steps(nodes)) total += link.hop(step.blocks * w);
  return total;
}

Cycles switch_scatter_cycles(NodeId nodes, Words w, LinkTiming link) {
  Cycles total;
  for (NodeId blocks = nodes / 2; blocks >= 1; blocks /= 2) total += link.hop(blocks * w);
  return total;
}

Cycles switch_exchange_cycles(NodeId nodes, Words w, LinkTiming link) {
  return floor_log2(nodes) * link.hop((nodes / 2) * w);
}

// --- Exact counts on any network, with set-up --------------------------------------------------

const char* to_string(SetupMode mode) {
  switch (mode) {
    case SetupMode::kNone:
      return "none";
    case SetupMode::kSequential:
      return "sequential";
    case SetupMode::kParallel:
      break;
  }
  return "parallel";
}

SetupMode parse_setup_mode(std::string_view word) {
  for (const SetupMode mode : {SetupMode::kNone, SetupMode::kSequential, SetupMode::kParallel}) {
    if (word == to_string(mode)) return mode;
  }
  throw Refusal{RefusalClass::kUsage,
                "omega: setup '" + std::string{word} + "' must be none, sequential or parallel"};
}

Cycles setup_charge(SetupMode mode, NodeId nodes) {
  if (mode == SetupMode::kNone) return 0_cycles;
  if (!std::has_single_bit(nodes)) {
    throw Refusal{RefusalClass::kSize,
                  std::string{"--setup "} + to_string(mode) + " needs a power of 2 --nodes, not " +
                      std::to_string(nodes) + ": choose such a number, or --setup none"};
  }
  const std::int64_t n = floor_log2(nodes);
  return Cycles{n * (mode == SetupMode::kSequential ? std::int64_t{nodes} : n)};
}

std::ostream& operator<<(std::ostream& out, const SwitchTally& tally) {
  return out << tally.cycles << ", passes " << tally.passes << ", setups " << tally.setups
             << ", transfers " << tally.transfers << ", " << tally.word_hops << ", peak "
             << tally.peak_active;
}

SwitchTally tally(const SwitchMachine& machine, const SwitchPlan& plan) {
  const Cycles charge = setup_charge(machine.setup, machine.network.ports());
  SwitchTally total;
  std::vector<ScheduledPass> passes;
  const ScheduledPass* set = nullptr;
  ScheduledPass last;
  const SwitchStep* cut = nullptr;  // the step that `passes` belongs to
  for (const SwitchStep& step : plan.steps) {
    if (cut == nullptr || cut->messages != step.messages ||
        cut->configuration != step.configuration) {
      passes = scheduled(machine.network, step);
      cut = &step;
    }
    for (const ScheduledPass& pass : passes) {
      if (set == nullptr || !set->set_like(pass)) {
        ++total.setups;
        total.cycles += charge;
      }
      last = {pass.configuration, pass.part, {}};
      set = &last;
      ++total.passes;
      total.cycles += pass_cycles(pass.messages, machine.link);
      const auto active = static_cast<std::int64_t>(pass.messages.size());
      total.transfers += active;
      total.peak_active = std::max(total.peak_active, active);
      for (const SwitchMessage& message : pass.messages) total.word_hops += message.words;
    }
  }
  return total;
}

SwitchTally hardware_broadcast_tally(const SwitchMachine& machine, Words w) {
  if (!machine.network.can_broadcast()) {
    throw Refusal{RefusalClass::kFeature,
                  std::string{"--network "} + to_string(machine.network.kind()) +
                      " has no broadcasting elements: choose another --network or --algorithm"};
  }
  const Cycles charge = setup_charge(machine.setup, machine.network.ports());
  return {charge + switch_single_pass_cycles(w, machine.link), 1, 1, 1, w, 1};
}

PipelinedCosts::PipelinedCosts(const SwitchMachine& machine, PipelinedMaps maps)
    : machine_{machine},
      maps_{std::move(maps)},
      charge_{setup_charge(machine.setup, machine.network.ports())},
      every_map_passes_{true} {
  for (std::size_t map = 0; map < maps_.maps.size(); ++map) {
    if (cut(map, 0, maps_.levels - 1).size() > 1) every_map_passes_ = false;
  }
}

/// How the senders at levels `first` .. `last` of a map are cut, remembered.
const std::vector<PipelinedCosts::Part>& PipelinedCosts::cut(std::size_t map, std::int64_t first,
                                                             std::int64_t last) {
  const std::int64_t key =
      (static_cast<std::int64_t>(map) * maps_.levels + first) * maps_.levels + last;
  const auto [entry, is_new] = cuts_.try_emplace(key);
  std::vector<Part>& parts = entry->second;
  if (!is_new) return parts;
  std::vector<Route> routes;
  std::vector<std::int64_t> levels;
  for (const auto& [route, level] : maps_.maps[map]) {
    if (level < first || level > last) continue;
    routes.push_back(route);
    levels.push_back(level);
  }
  const std::vector<std::uint32_t> numbers = first_fit_numbers(machine_.network, routes);
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (numbers[i] == parts.size()) parts.push_back({levels[i], 0});
    Part& part = parts[numbers[i]];
    part.last_level = std::max(part.last_level, levels[i]);
    ++part.messages;
  }
  return parts;
}

SwitchTally PipelinedCosts::tally(EvenSplit split) {
  SwitchTally total;
  std::optional<std::pair<std::size_t, std::size_t>>
      set;  // map and part that the switch is set for
  const std::int64_t levels = maps_.levels;
  const std::int64_t packets = split.parts;
  for (std::int64_t t = 0, again = 1; t < maps_.steps(packets); t += again) {
    const std::int64_t first = std::max<std::int64_t>(0, t - packets + 1);
    const std::int64_t last = std::min(levels - 1, t);
    // While all levels are busy, step after step is alike: steps t .. t + again - 1 are one.
    again = first == 0 && last == levels - 1 ? packets - t : 1;
    std::int64_t passes = 0;
    for (std::size_t map = 0; map < maps_.maps.size(); ++map) {
      const std::vector<Part>& parts = cut(map, first, last);
      passes += static_cast<std::int64_t>(parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::pair wanted{map, parts.size() == 1 ? 0 : i + 1};
        if (set != wanted) ++total.setups;
        set = wanted;
        const std::int64_t packet = t - parts[i].last_level;  // the longest one, then the next ..
        const std::int64_t longer =
            std::clamp<std::int64_t>(split.larger_parts() - packet, 0, again);
        total.cycles += longer * machine_.link.hop(split.smaller() + 1_words) +
                        (again - longer) * machine_.link.hop(split.smaller());
        total.transfers += again * parts[i].messages;
        total.peak_active = std::max(total.peak_active, parts[i].messages);
      }
    }
    total.passes += again * passes;
    if (passes > 1) total.setups += (again - 1) * passes;  // one pass alone stays set
  }
  total.cycles += total.setups * charge_;
  for (const auto& map : maps_.maps) {
    total.word_hops += static_cast<std::int64_t>(map.size()) * split.total;
  }
  return total;
}

Cycles PipelinedCosts::cycles(EvenSplit split) {
  if (!every_map_passes_) return tally(split).cycles;
  const auto maps = static_cast<std::int64_t>(maps_.maps.size());
  const std::int64_t setups = maps == 1 ? 1 : maps * maps_.steps(split.parts);
  return maps * pipelined(maps_.levels, split.total, split.parts, machine_.link) + setups * charge_;
}

std::int64_t PipelinedCosts::optimal_packets(Words w) {
  return plexus::optimal_packets(w.count(), [&](std::int64_t nu) { return cycles({w, nu}); });
}

std::int64_t ring_formula_packets(NodeId nodes, Words w, LinkTiming link) {
  return formula_packets(std::int64_t{nodes} - 1, w, link);
}

std::int64_t tree_formula_packets(NodeId nodes, Words w, LinkTiming link) {
  return formula_packets(std::max<std::int64_t>(1, floor_log2(nodes) - 1), w, link);
}

// --- What a run is held against ----------------------------------------------------------------

namespace {

/// Collects the predictions for one algorithm: formulas first, then the exact count.
class Predictions {
 public:
  /// `steps`: passes that the algorithm needs on a network that never cuts a step.
  Predictions(const SwitchMachine& machine, const SwitchTally& tally, std::int64_t steps)
      : tally_{tally},
        papers_machine_{machine.setup == SetupMode::kNone && tally.passes == steps} {}

  Predictions& formula(const char* equation, const char* section, double cycles,
                       Relation relation) {
    list_.push_back(
        printed(equation, section, cycles, papers_machine_ ? relation : Relation::kApproximate));
    return *this;
  }
  std::vector<Prediction> with_exact() {
    list_.push_back(exact(tally_.cycles));
    return std::move(list_);
  }

 private:
  SwitchTally tally_;
  bool papers_machine_;
  std::vector<Prediction> list_;
};

Predictions held_against(const SwitchMachine& machine, const SwitchPlan& plan) {
  return {machine, tally(machine, plan), static_cast<std::int64_t>(plan.steps.size())};
}

Predictions held_against(const SwitchMachine& machine, const PipelinedMaps& maps, EvenSplit split) {
  const auto passes = static_cast<std::int64_t>(maps.maps.size());
  return {machine, PipelinedCosts{machine, maps}.tally(split), passes * maps.steps(split.parts)};
}

std::vector<Prediction> recursive_predictions(const SwitchMachine& machine, const SwitchPlan& plan,
                                              Words w) {
  const NodeId k = machine.network.ports();
  return held_against(machine, plan)
      .formula("(3.41)", "3.4(F)", cost::switch_scatter(k, k * w, machine.link),
               at_most_if(bandwidth_divides(w, machine.link)))
      .with_exact();
}

}  // namespace

std::vector<Prediction> direct_predictions(const SwitchMachine& machine, Route route, Words w) {
  return held_against(machine, direct_plan(route, w))
      .formula("3.1(F)", "3.1(F)", cost::switch_move(w, machine.link),
               equal_if(bandwidth_divides(w, machine.link)))
      .with_exact();
}

std::vector<Prediction> hardware_predictions(const SwitchMachine& machine, Words w) {
  return Predictions{machine, hardware_broadcast_tally(machine, w), 1}.with_exact();
}

std::vector<Prediction> ring_predictions(const SwitchMachine& machine, NodeId root, Words w,
                                         std::int64_t nu) {
  const NodeId k = machine.network.ports();
  return held_against(machine, ring_maps(k, root), {w, nu})
      .formula("t(nu)", "3.1(C), for i = k - 1",
               cost::switch_ring_broadcast(k, w, nu, machine.link),
               equal_if(packets_divide(w, nu, machine.link)))
      .formula("(3.22)", "3.2(F)", cost::switch_ring_broadcast_optimum(k, w, machine.link),
               Relation::kAtLeast)
      .with_exact();
}

std::vector<Prediction> doubling_broadcast_predictions(const SwitchMachine& machine, NodeId root,
                                                       Words w) {
  const NodeId k = machine.network.ports();
  return held_against(machine, doubling_broadcast_plan(k, root, w))
      .formula("(3.23)", "3.2(F)", cost::switch_doubling_broadcast(k, w, machine.link),
               equal_if(std::has_single_bit(k) && bandwidth_divides(w, machine.link)))
      .with_exact();
}

std::vector<Prediction> tree_predictions(const SwitchMachine& machine, NodeId root, Words w,
                                         std::int64_t nu) {
  const NodeId k = machine.network.ports();
  Predictions list = held_against(machine, tree_maps(k, root), {w, nu});
  if (k >= 4 && std::has_single_bit(k)) {  // the paper's trees have k = 2^n nodes, n >= 2
    list.formula("before (3.24)", "3.2(F)", cost::switch_tree_broadcast(k, w, nu, machine.link),
                 equal_if(packets_divide(w, nu, machine.link)))
        .formula("(3.25)", "3.2(F)", cost::switch_tree_broadcast_optimum(k, w, machine.link),
                 Relation::kAtLeast);
  }
  return list.with_exact();
}

std::vector<Prediction> daisy_chain_predictions(const SwitchMachine& machine, Words w) {
  const NodeId k = machine.network.ports();
  return held_against(machine, daisy_chain_plan(k, w))
      .formula("(3.34)", "3.3(F)", cost::switch_daisy_chain(k, k * w, machine.link),
               equal_if(bandwidth_divides(w, machine.link)))
      .with_exact();
}

std::vector<Prediction> doubling_allgather_predictions(const SwitchMachine& machine, Words w) {
  const NodeId k = machine.network.ports();
  return held_against(machine, doubling_allgather_plan(k, w))
      .formula("(3.35)", "3.3(F)", cost::switch_doubling_allgather(k, k * w, machine.link),
               at_most_if(std::has_single_bit(k) && bandwidth_divides(w, machine.link)))
      .with_exact();
}

std::vector<Prediction> scatter_predictions(const SwitchMachine& machine, NodeId root, Words w) {
  return recursive_predictions(machine, scatter_plan(machine.network.ports(), root, w), w);
}

std::vector<Prediction> gather_predictions(const SwitchMachine& machine, NodeId root, Words w) {
  return recursive_predictions(machine, gather_plan(machine.network.ports(), root, w), w);
}

std::vector<Prediction> exchange_predictions(const SwitchMachine& machine, Words w) {
  const NodeId k = machine.network.ports();
  const Words all = (std::int64_t{k} * k) * w;
  return held_against(machine, exchange_plan(k, w))
      .formula("3.5(F), N for N^2", "3.5(F)", cost::switch_exchange(k, all, machine.link),
               at_most_if(bandwidth_divides(w, machine.link)))
      .with_exact();
}

std::vector<Prediction> shifts_predictions(const SwitchMachine& machine, Words w) {
  return held_against(machine, shifts_plan(machine.network.ports(), w)).with_exact();
}

std::vector<Prediction> scheduled_predictions(const SwitchMachine& machine,
                                              const Permutation& permutation, Words w) {
  return held_against(machine, permutation_plan(permutation, w)).with_exact();
}

std::vector<Prediction> combining_predictions(const SwitchMachine& machine, Words w) {
  if (machine.network.kind() != NetworkKind::kOmega) {
    throw Refusal{RefusalClass::kFeature, std::string{"--network "} +
                                              to_string(machine.network.kind()) +
                                              " has no combining elements: choose --network omega"};
  }
  const Cycles charge = setup_charge(machine.setup, machine.network.ports());
  const SwitchTally combined{charge + switch_single_pass_cycles(w, machine.link), 1, 1, 0, {}, 0};
  return Predictions{machine, combined, 1}.with_exact();
}

// --- Lower bounds -------------------------------------------------------------------------------

Cycles switch_message_bound(Words w, LinkTiming link) { return lower_bound(1, w, 1, link); }

Cycles switch_broadcast_bound(NodeId nodes, Words w, LinkTiming link) {
  return lower_bound(ceil_log2(nodes), w, 1, link);
}

Cycles switch_allgather_bound(NodeId nodes, Words w, LinkTiming link) {
  return lower_bound(ceil_log2(nodes), (nodes - 1) * w, 1, link);
}

Cycles switch_personal_bound(NodeId nodes, Words w, LinkTiming link) {
  return lower_bound(1, (nodes - 1) * w, 1, link);
}

Cycles switch_permutation_bound(const Permutation& permutation, Words w, LinkTiming link) {
  return is_identity(permutation) ? 0_cycles : switch_message_bound(w, link);
}

}  // namespace plexus
