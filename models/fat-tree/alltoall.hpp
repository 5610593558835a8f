#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/fat-tree/algorithms.hpp"

namespace plexus {

/// An alltoall by timetable, of which `steps` tells the length in full duplex.
FatTreeAlgorithm fat_tree_timed_alltoall(
    const std::string& name, const std::string& summary, const std::vector<Parameter>& own,
    std::function<Timetable(const FatTreeCase&, NodeId)> timetable,
    std::function<std::int64_t(const FatTreeCase&)> steps);

/// What all alltoalls have in common: data, bound, and how they use the machine.
void complete_alltoall(FatTreeAlgorithm& algorithm, FatTreeStyle style);

/// Sec. 5: n scatterings of n + 1 steps, so many at a time; for k = 2, n >= 4, c_1 = 1 (E14).
FatTreeEquation scatterings(const std::string& label, unsigned at_a_time);

/// Eqs. (1) and (2): the sum over h of ceil(4^(h-1) / c_h), and what `more` makes of log n. They
/// hold where c_h <= 2 c_(h-1) on all levels (E5).
FatTreeEquation paper_phases(const std::string& label, double (*more)(double log));

}  // namespace plexus
