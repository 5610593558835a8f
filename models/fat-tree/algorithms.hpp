#pragma once

#include <string>

#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/case.hpp"
#include "models/fat-tree/parameters.hpp"

/// The algorithms of the fat tree: each stands in a file of its own.
namespace plexus {

using FatTreeAlgorithm = Algorithm<FatTreeCase>;
using FatTreeEquation = Equation<FatTreeCase>;

FatTreeAlgorithm fat_tree_move_direct();
FatTreeAlgorithm fat_tree_broadcast_replicate();
FatTreeAlgorithm fat_tree_broadcast_multicast();
FatTreeAlgorithm fat_tree_scatter_farthest_first();
FatTreeAlgorithm fat_tree_scatter_nearest_first();
FatTreeAlgorithm fat_tree_scatter_random();
FatTreeAlgorithm fat_tree_scatter_explicit();
FatTreeAlgorithm fat_tree_gather_timed();
FatTreeAlgorithm fat_tree_gather_greedy();
FatTreeAlgorithm fat_tree_allgather_flooding();
FatTreeAlgorithm fat_tree_allgather_phased();
FatTreeAlgorithm fat_tree_allgather_phased_pipelined();
FatTreeAlgorithm fat_tree_allgather_queue_free_optimal();
FatTreeAlgorithm fat_tree_alltoall_consecutive_scatter();
FatTreeAlgorithm fat_tree_alltoall_concurrent_scatter();
FatTreeAlgorithm fat_tree_alltoall_phased();
FatTreeAlgorithm fat_tree_alltoall_phased_pipelined();
FatTreeAlgorithm fat_tree_alltoall_interleaved_exponential();
FatTreeAlgorithm fat_tree_alltoall_first_fit();
FatTreeAlgorithm fat_tree_alltoall_greedy();
FatTreeAlgorithm fat_tree_topology();
FatTreeAlgorithm fat_tree_traffic();

/// An algorithm with what all of them have in common: step figures and the check that no packet is
/// left inside.
FatTreeAlgorithm fat_tree_algorithm(const std::string& operation, const std::string& name,
                                    const std::string& summary, FatTreeKnobs knobs,
                                    const std::vector<Parameter>& own = {});

/// Operations in which block (s, d) may be of any size: the words are what packets cost, and nodes
/// hold blocks whole.
Words stored_words(const FatTreeCase& at);

/// Source of an equation of the paper: `Sec. 5`.
std::string paper_1995(const std::string& place);

/// Labels of the paper's numbered equations, for the algorithms that have them and for the study.
inline constexpr const char* kEquation1 = "(1)";
inline constexpr const char* kEquation2 = "(2)";
inline constexpr const char* kEquation3 = "(3)";

// ---- Equations that several algorithms have -----------------------------------------------------

/// The paper's figure speaks of binary trees whose leaves have one link.
bool is_paper_tree(const FatTreeCase& at);

/// Table 1 and Theorems 1, 2: n + 1 steps for scatter, gather and allgather. True for k = 2, n >= 4
/// and c_1 = 1; n = 2 takes 2, n = 1 none, k >= 3 takes n (E1, E19).
FatTreeEquation theorem_of_n_plus_1(const std::string& label, const std::string& place);

/// Table 1: no alltoall takes less than max{n + 1, n^2 / (4 c_H)}. Wrong for n = 2 (E13).
FatTreeEquation table_1_alltoall();

/// S in cycles, where hops are of one length and links neither wide nor wanted both ways at once.
std::optional<Cycles> scatter_bound_in_cycles(const FatTreeCase& at);
/// B in cycles.
std::optional<Cycles> alltoall_bound_in_cycles(const FatTreeCase& at);

/// Steps of a timed algorithm in cycles: twice as many in half duplex, by time division.
std::optional<Cycles> timed_cycles(const FatTreeCase& at, std::int64_t steps);

/// log_2 of n for the paper's formulas.
double log_n(const FatTreeCase& at);

}  // namespace plexus
