#include "models/omega/tally.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "models/catalogue/refusal.hpp"

namespace plexus {

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
  const std::int64_t n = std::bit_width(nodes) - 1;
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

}  // namespace plexus
