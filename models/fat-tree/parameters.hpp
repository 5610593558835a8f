#pragma once

#include <string>
#include <vector>

#include "models/catalogue/values.hpp"
#include "models/fat-tree/schedules.hpp"
#include "models/fat-tree/shape.hpp"

namespace plexus {

struct BlockWords;

/// Which of the machine's parameters an algorithm takes besides those of the shape, which come
/// first, and of the transfers, which come last.
enum class FatTreeKnobs {
  kTimed,        ///< a timetable: all that is left
  kQueueDriven,  ///< also `router`, and `priority` in half duplex
};
/// All parameters of an algorithm: `own` are its own.
std::vector<Parameter> fat_tree_parameters(FatTreeKnobs knobs, const std::vector<Parameter>& own);
/// `arity`, `nodes`, `capacities`.
std::vector<Parameter> fat_tree_shape_parameters();

Parameter root_parameter();
Parameter source_parameter();
Parameter destination_parameter();
/// `destinations` of a multicast.
Parameter destinations_parameter();
/// `order` of a scatter: a permutation of the leaves without the root.
Parameter explicit_order_parameter();
/// `order` of a greedy alltoall: a word.
Parameter greedy_order_parameter();
Parameter seed_parameter_of(const std::string& help);
/// `fifo_depth` of traffic.
Parameter fifo_depth_parameter();
Parameter phase_order_parameter();
Parameter dispatch_parameter();

/// What the values say.
FatTreeShape fat_tree_of(const Values& values);
BlockWords block_words_of(const Values& values);
GreedyOrder greedy_order_of(const std::string& word);
PhaseDispatch phase_dispatch_of(const std::string& word);

}  // namespace plexus
