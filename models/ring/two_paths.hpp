#pragma once

#include "models/ring/case.hpp"

namespace plexus::ring {

/// (3.6): half of the data each way, the longer one of i hops, (sqrt(N/2b) + sqrt((i - 1) tau))^2.
[[nodiscard]] Equation<RingCase> half_each_way();

/// `path_lengths`: both ways of a move, the shorter one first.
[[nodiscard]] Json path_lengths(const RingCase& at);

}  // namespace plexus::ring
