#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "models/synthesis/problem.hpp"
#include "models/synthesis/search.hpp"

/// Schedules of machines that work in slots: in each of them a medium carries one word from one
/// node to any of those that hear it, who have it in the next slot.
namespace plexus {

/// A coupler, or one direction of a link that a manager sets.
struct SlotMedium {
  std::vector<NodeId> from;  ///< one of them drives it in a slot
  std::vector<NodeId> to;
};

/// The media, and what a node can do in a slot.
struct SlotNetwork {
  NodeId nodes = 0;
  std::vector<SlotMedium> media{};
  bool one_word = false;  ///< it sends one word, through as many media as it likes
  bool one_ear = false;   ///< it hears one medium
  /// Links that it takes part in at most, if not 0: media 2i and 2i + 1 are the two directions of
  /// link i.
  std::int64_t ports = 0;
};

/// Each token has to come to all its targets.
struct SlotProblem {
  SlotNetwork network;
  std::vector<Token> tokens;
};

/// One word on a medium in a slot.
struct SlotSend {
  std::int64_t slot = 0;
  std::size_t medium = 0;
  NodeId from = 0;
  std::uint32_t token = 0;
  std::vector<NodeId> to;  ///< those that take it
};
using SlotTimetable = std::vector<SlotSend>;  ///< by slots, then media

/// The schedule of the fewest slots that was found, and what is known of others.
struct SlotSchedule {
  SlotTimetable sends;
  std::int64_t slots = 0;
  std::int64_t lower_bound = 0;
  Proof proof = Proof::kNone;
};

/// Slots below which no schedule can be: by what a node or the media around some can carry.
[[nodiscard]] std::int64_t slots_bound(const SlotProblem& problem);
/// What is wrong with a timetable, in a sentence; nothing if all is well.
[[nodiscard]] std::optional<std::string> flaw_of(const SlotProblem& problem,
                                                 const SlotTimetable& sends);
/// The schedule of the fewest slots, or the best one until `limits` end the search. The same
/// problem has the same answer once it is proved. Throws as `synthesize` does.
[[nodiscard]] SlotSchedule schedule_slots(const SlotProblem& problem, const SearchLimits& limits);

/// As for SynthesisProblem.
[[nodiscard]] std::string key_of(const SlotProblem& problem);
[[nodiscard]] Json slots_json(const SlotSchedule& found);
[[nodiscard]] std::optional<SlotSchedule> slots_from(const Json& kept, const SlotProblem& problem);

}  // namespace plexus
