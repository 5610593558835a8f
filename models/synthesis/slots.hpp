#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/catalogue/json_fwd.hpp"
#include "models/synthesis/search.hpp"
#include "models/synthesis/slot_problem.hpp"

namespace plexus {

/// The schedule of the fewest slots that was found, and what is known of others.
struct SlotSchedule {
  SlotTimetable sends;
  std::int64_t slots = 0;
  std::int64_t lower_bound = 0;
  Proof proof = Proof::kNone;
};

/// The schedule of the fewest slots, or the best one until `limits` end the search. The same
/// problem has the same answer once it is proved. `known`: one to begin with. Throws as
/// `synthesize` does.
[[nodiscard]] SlotSchedule schedule_slots(const SlotProblem& problem, const SearchLimits& limits,
                                          const std::optional<SlotTimetable>& known = {});

/// As for SynthesisProblem.
[[nodiscard]] std::string key_of(const SlotProblem& problem);
[[nodiscard]] Json slots_json(const SlotSchedule& found);
[[nodiscard]] std::optional<SlotSchedule> slots_from(const Json& kept, const SlotProblem& problem);

}  // namespace plexus
