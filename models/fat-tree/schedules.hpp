#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/fat-tree/header.hpp"
#include "models/fat-tree/shape.hpp"

/// When which leaf sends what: the algorithms of the fat tree as values. Each is defined in its
/// algorithm's file. A packet of class h that is dispatched at step t (the first step is 1) and
/// never waits uses the branch of level j upwards in step t + j - 1, downwards in step t + 2h - j,
/// and has arrived at the end of step t + 2h - 1.
namespace plexus::fat_tree {

/// One packet of a leaf.
struct Dispatch {
  std::int64_t step = 0;  ///< in which it uses the leaf's branch, >= 1
  TreeHeader header = TreeHeader::turn();

  friend bool operator==(const Dispatch&, const Dispatch&) = default;
};

/// The packets of one leaf in the order in which it dispatches them.
using Timetable = std::vector<Dispatch>;

// ---- Orders -------------------------------------------------------------------------------------

/// Shuffles as scatter `random` and alltoall `greedy` do: from the last place down, each with one
/// below that a linear congruential generator draws.
void shuffle(std::span<NodeId> list, std::uint64_t seed);

/// All leaves but `root`, ascending.
std::vector<NodeId> other_leaves(const FatTreeShape& tree, NodeId root);
/// Class descending, inside a class leaf number ascending (the paper, Sec. 3).
std::vector<NodeId> farthest_first(const FatTreeShape& tree, NodeId root);
/// Class ascending, inside a class leaf number ascending.
std::vector<NodeId> nearest_first(const FatTreeShape& tree, NodeId root);

/// When the last block of a scatter in this order arrives: block i leaves at step
/// floor(i / c_1) + 1 and never waits, whatever the order.
std::int64_t scatter_steps(const FatTreeShape& tree, NodeId root, std::span<const NodeId> order);

// ---- Phases -------------------------------------------------------------------------------------

/// How the phases h of `phased` and `phased-pipelined` follow each other.
enum class PhaseOrder {
  kDescending,  ///< h = H .. 1, with two idle dispatch steps between
  kAscending,   ///< h = 1 .. H, without a pause
  kSerial,      ///< h = H .. 1, each when the one before is complete
};

/// The dispatch steps of phase h are first(h) + 1 .. first(h) + length(h), with
/// `lengths[h - 1]` = length(h); element h - 1 of the result is first(h).
std::vector<std::int64_t> phase_starts(std::span<const std::int64_t> lengths, PhaseOrder order);

/// Steps of an algorithm of phases, from the first dispatch to the last arrival.
std::int64_t phased_steps(std::span<const std::int64_t> lengths, PhaseOrder order);

/// Allgather: in phase h each of a child's k^(h-1) leaves sends its block to each of the k - 1
/// other children, one leaf per step.
std::vector<std::int64_t> allgather_phases(const FatTreeShape& tree);
/// Alltoall: Q_h = ceil((k - 1) k^(2(h-1)) / e_h), the cut bound of the phase.
std::vector<std::int64_t> alltoall_phases(const FatTreeShape& tree);

/// Which block a leaf sends in which step of a phase.
enum class PhaseDispatch {
  kGeneral,           ///< any capacities: digit-reversed offsets
  kPaperConstant,     ///< the paper's for CBFTs: one leaf after another; e_h = 1
  kPaperExponential,  ///< the paper's for EBFTs: all leaves in every step; e_h = k^(h-1)
};
/// Do the tree's capacities suit the paper's two?
bool suits(const FatTreeShape& tree, PhaseDispatch dispatch);

/// What `leaf` sends in phase h; steps from 1 on, ascending.
Timetable phase_timetable(const FatTreeShape& tree, unsigned h, NodeId leaf,
                          PhaseDispatch dispatch);

// ---- Algorithms ---------------------------------------------------------------------------------

/// gather `timed`: when `leaf` (not the root) sends its block, as the farthest-first scatter from
/// the root backwards.
Timetable timed_gather(const FatTreeShape& tree, NodeId root, NodeId leaf);

Timetable phased_allgather(const FatTreeShape& tree, NodeId leaf, PhaseOrder order);
Timetable queue_free_allgather(const FatTreeShape& tree, NodeId leaf);

Timetable consecutive_scatters(const FatTreeShape& tree, NodeId leaf);
Timetable concurrent_scatters(const FatTreeShape& tree, NodeId leaf);
Timetable phased_alltoall(const FatTreeShape& tree, NodeId leaf, PhaseOrder order,
                          PhaseDispatch dispatch);
/// k = 2, n >= 8, c_j >= 2^(j-1).
Timetable interleaved_exponential(const FatTreeShape& tree, NodeId leaf);
bool suits_interleaved_exponential(const FatTreeShape& tree);
/// Of all leaves: they are fitted in together.
std::vector<Timetable> first_fit(const FatTreeShape& tree);

/// alltoall `greedy`: the order in which a leaf releases its blocks.
enum class GreedyOrder { kFarthestFirst, kNearestFirst, kRotation, kIndex, kRandom };
std::vector<NodeId> greedy_order(const FatTreeShape& tree, NodeId leaf, GreedyOrder order,
                                 std::uint64_t seed);

/// Step at the end of which the last packet of a unicast timetable has arrived; 0 for none.
std::int64_t last_arrival(const FatTreeShape& tree, NodeId leaf, const Timetable& timetable);

}  // namespace plexus::fat_tree
