#pragma once

#include <cstdint>
#include <ostream>
#include <string_view>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/steps.hpp"

/// What plans take on any network, with set-up: counted without a simulation.
namespace plexus {

/// What it costs to set the switch before a pass (5.7).
enum class SetupMode {
  kNone,        ///< nothing: the start-up contains it, as in the paper
  kSequential,  ///< k n cycles
  kParallel,    ///< n^2 cycles
};
/// The word of the command line: `none`, `sequential`, `parallel`.
[[nodiscard]] const char* to_string(SetupMode mode);
/// The mode a word names; Refusal (usage) for any other word.
[[nodiscard]] SetupMode parse_setup_mode(std::string_view word);
/// Cycles of one set-up. Throws Refusal (size) if they need n and k is no power of two.
[[nodiscard]] Cycles setup_charge(SetupMode mode, NodeId nodes);

/// What the exact counts depend on besides the algorithm.
struct SwitchMachine {
  NetworkShape network;
  LinkTiming link;
  SetupMode setup = SetupMode::kNone;
};

/// The figures of a run.
struct SwitchTally {
  Cycles cycles{0};
  std::int64_t passes = 0;
  std::int64_t setups = 0;       ///< changes of the configuration, the first one included
  std::int64_t transfers = 0;    ///< messages over all passes
  Words word_hops{0};            ///< words of all transfers
  std::int64_t peak_active = 0;  ///< most messages in one pass

  friend bool operator==(const SwitchTally&, const SwitchTally&) = default;
  friend std::ostream& operator<<(std::ostream& out, const SwitchTally& tally);
};

/// What a plan takes on a machine: each step cut into passes by first fit, each change charged.
[[nodiscard]] SwitchTally tally(const SwitchMachine& machine, const SwitchPlan& plan);

}  // namespace plexus
