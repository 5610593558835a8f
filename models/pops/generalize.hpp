#pragma once

#include "models/pops/records.hpp"

/// Datum k of processors 0, 1, .. goes to all behind the destination before, up to the k-th one.
namespace plexus::pops {

/// Step 1, lines (44)-(46): the destination of p(k) goes to p(k+1), which thus learns where its own
/// range begins.
Program shift_destinations(pops_node& self, const PopsCase& at, std::int64_t& low);

/// Both steps: 4 ceil(d/g) slots, for d = 1 two.
[[nodiscard]] Equation<PopsCase> four_passes();
[[nodiscard]] std::uint64_t two_moves(const PopsShape& pops);

}  // namespace plexus::pops
