#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

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

/// A value of a figure that is JSON text already.
struct JsonText {
  std::string text;
};

/// A figure of a fault: its name, and its value as JSON text.
struct FaultFigure : std::pair<std::string, std::string> {
  FaultFigure(const char* name, JsonText json) : pair{name, std::move(json.text)} {}
  FaultFigure(const char* name, std::integral auto number) : pair{name, std::to_string(number)} {}
  FaultFigure(const char* name, std::string_view word) : pair{name, fmt::format("\"{}\"", word)} {}
};
using Figures = std::vector<FaultFigure>;

/// Ends the run: reports `fault` as a SystemC error, which leaves sc_start as an exception.
[[noreturn]] void raise(const Fault& fault);
/// The same of what `part` has seen in the present cycle.
[[noreturn]] void raise(const std::string& kind, const std::string& part, const Figures& figures,
                        const std::string& message);
[[noreturn]] inline void raise(const std::string& kind, const std::string& part,
                               const std::string& message) {
  raise(kind, part, Figures{}, message);
}
/// The same with what fmt makes of `message` and `values`.
template <typename... Values>
[[noreturn]] void raise(const std::string& kind, const std::string& part, const Figures& figures,
                        fmt::format_string<Values...> message, Values&&... values) {
  raise(kind, part, figures, fmt::format(message, std::forward<Values>(values)...));
}
template <typename... Values>
[[noreturn]] void raise(const std::string& kind, const std::string& part,
                        fmt::format_string<Values...> message, Values&&... values) {
  raise(kind, part, Figures{}, fmt::format(message, std::forward<Values>(values)...));
}

/// The fault that a SystemC report carries; reports of other origin become kind `internal`.
/// `clock`: of the network that has raised it, by which its cycles are counted.
[[nodiscard]] Fault fault_of(const sc_core::sc_report& report,
                             const ClockPeriod& clock = ClockPeriod{});

}  // namespace plexus
