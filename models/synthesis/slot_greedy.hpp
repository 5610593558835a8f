#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/synthesis/slot_problem.hpp"

namespace plexus {

/// A schedule made slot by slot: each medium in turn takes the word that most of those that hear it
/// need, of all that its senders have, or of some where they have very many. Ties are decided by
/// `seed`. Nothing if it takes more than `limit` slots, or if `stop` says that it is time to end.
[[nodiscard]] std::optional<SlotTimetable> greedy_slots(const SlotProblem& problem, unsigned seed,
                                                        std::int64_t limit,
                                                        const std::function<bool()>& stop);

}  // namespace plexus
