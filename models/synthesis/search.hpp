#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "models/synthesis/encoding.hpp"
#include "models/synthesis/problem.hpp"

namespace plexus {

/// Why nothing faster exists.
enum class Proof : std::uint8_t {
  kNone,     ///< it is not known
  kBound,    ///< the schedule meets a lower bound
  kRefuted,  ///< the clauses of one cycle less cannot hold
};
[[nodiscard]] const char* to_string(Proof proof);
/// The inverse, of what is proved.
[[nodiscard]] Proof proof_named(const std::string& name);

/// The best schedule that was found, and what is known of others.
struct Synthesis {
  TransferTimetable timetable;
  std::int64_t cycles = 0;       ///< of it
  std::int64_t lower_bound = 0;  ///< no schedule has fewer
  Proof proof = Proof::kNone;

  [[nodiscard]] bool optimal() const { return proof != Proof::kNone; }
};

/// How long to look, and how.
struct SearchLimits {
  std::function<bool()> stop = [] { return false; };  ///< asked often: is it time to end?
  /// The same until there is a schedule.
  std::function<bool()> stop_first = [] { return false; };
  std::function<void(const std::string&)> tell = [](const std::string&) {};  ///< how far it is
  bool confirm = false;                      ///< a second solver has to agree with what is refuted
  std::int64_t confirm_seconds = 600;        ///< that it may take each time
  PlantedFault fault = PlantedFault::kNone;  ///< for tests
};

/// Does the second solver, where it is asked for, agree that the clauses of so many cycles cannot
/// hold? Not if it does not end. Throws std::logic_error if it finds that they can.
[[nodiscard]] bool is_confirmed(const Clauses& clauses, std::int64_t cycles,
                                const SearchLimits& limits);

/// The schedule of the fewest cycles, or the best one until `stop`; `known` are some to begin with.
/// What decides is the order of the search and counts of conflicts, no clock: the schedule of
/// fewest cycles is always the same. Throws Refusal (`range`) for fewer lock steps than any
/// schedule has; std::logic_error if the second solver finds what the first one has refuted.
[[nodiscard]] Synthesis synthesize(const SynthesisProblem& problem, const SearchLimits& limits,
                                   const std::vector<TransferTimetable>& known = {});

/// All that the best schedule depends on.
[[nodiscard]] std::string key_of(const SynthesisProblem& problem);
/// An optimum as it is kept, and back; nothing if it is none of this problem.
[[nodiscard]] Json synthesis_json(const Synthesis& found);
[[nodiscard]] std::optional<Synthesis> synthesis_from(const Json& kept,
                                                      const SynthesisProblem& problem);

}  // namespace plexus
