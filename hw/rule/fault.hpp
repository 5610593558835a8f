#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A broken hardware rule, a deadlock or a limit: what a run says when it stops with status 3.
struct Fault {
  std::string kind;     ///< class of the contract: `port-rule`, `deadlock`, `limit`, ...
  Cycles cycle{0};      ///< when
  std::string part;     ///< full name of the part that saw it
  std::string message;  ///< one sentence first, then what to look at
  /// Further figures that a specification names for this fault, with their values as JSON text.
  std::vector<std::pair<std::string, std::string>> figures;
  std::string context = {};  ///< what led to it, lines for a person; may be empty
};

/// Ends the run: reports `fault` as a SystemC error, which leaves sc_start as an exception.
[[noreturn]] void raise(const Fault& fault);

/// The fault that a SystemC report carries; reports of other origin become kind `internal`.
/// `clock`: of the network that has raised it, by which its cycles are counted.
[[nodiscard]] Fault fault_of(const sc_core::sc_report& report,
                             const ClockPeriod& clock = ClockPeriod{});

}  // namespace plexus
