#pragma once

#include <cstdint>
#include <optional>

#include "models/synthesis/problem.hpp"

namespace plexus {

/// Where all tokens come from one node, or go to one, and links start at once and work whatever
/// others do: a schedule of the fewest cycles, as a flow of greatest value through links and time.
/// Nothing for other problems. It meets the bound.
[[nodiscard]] std::optional<TransferTimetable> flow_schedule(const SynthesisProblem& problem,
                                                             std::int64_t cycles);

}  // namespace plexus
