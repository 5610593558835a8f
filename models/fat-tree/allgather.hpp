#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/fat-tree/algorithms.hpp"

namespace plexus {

/// An allgather by timetable, of which `steps` tells the length in full duplex.
FatTreeAlgorithm fat_tree_timed_allgather(
    const std::string& name, const std::string& summary, const std::vector<Parameter>& own,
    std::function<Timetable(const FatTreeCase&, NodeId)> timetable,
    std::function<std::int64_t(const FatTreeCase&)> steps);

/// What all allgathers have in common: data, bound, and how they use the machine.
void complete_allgather(FatTreeAlgorithm& algorithm, FatTreeStyle style);

}  // namespace plexus
