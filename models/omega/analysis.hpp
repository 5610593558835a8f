#pragma once

#include <cstdint>
#include <vector>

#include "models/omega/networks.hpp"

namespace plexus {

/// Patel's recurrence for an unbuffered network of `stages` stages of `radix` x `radix` elements
/// (radix >= 2) under uniform random traffic, requests fresh and independent in every cycle and
/// blocked ones dropped: p' = 1 - (1 - p / r)^r.
/// Returns the load of a link in front of stage 0 (that is `load`), 1, .. and behind the last:
/// stages + 1 values, messages per cycle. Requires 0 <= load <= 1, else Refusal (range).
[[nodiscard]] std::vector<double> patel_loads(std::uint32_t stages, std::uint32_t radix,
                                              double load);

/// Expected messages that one output takes per cycle, 0 .. 1. One-path networks by Patel's
/// recurrence; a crossbar is one k x k element. Throws Refusal (feature) for benes and the data
/// manipulator, for which the recurrence says nothing.
[[nodiscard]] double patel_throughput(const NetworkShape& network, double load);

/// Expected share of the requests that get through, throughput / load; 1 at load 0.
[[nodiscard]] double patel_acceptance(const NetworkShape& network, double load);

}  // namespace plexus
