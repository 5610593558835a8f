#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/case.hpp"

namespace plexus {

/// The algorithms of the fat tree in the order of the table: a line each.
// clang-format off
#define PLEXUS_FAT_TREE_ALGORITHMS(line) \
  line(move_direct) \
  line(broadcast_replicate) \
  line(broadcast_multicast) \
  line(scatter_farthest_first) \
  line(scatter_nearest_first) \
  line(scatter_random) \
  line(scatter_explicit) \
  line(gather_timed) \
  line(gather_greedy) \
  line(allgather_flooding) \
  line(allgather_phased) \
  line(allgather_phased_pipelined) \
  line(allgather_queue_free_optimal) \
  line(alltoall_consecutive_scatter) \
  line(alltoall_concurrent_scatter) \
  line(alltoall_phased) \
  line(alltoall_phased_pipelined) \
  line(alltoall_interleaved_exponential) \
  line(alltoall_first_fit) \
  line(alltoall_greedy) \
  line(topology_tree)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(fat_tree, FatTreeCase, PLEXUS_FAT_TREE_ALGORITHMS)

namespace fat_tree {
/// Synthetic traffic, whose packets do not go in step.
[[nodiscard]] Algorithm<FatTreeCase> traffic_synthetic();
}  // namespace fat_tree

/// Its hardware, and how its cases are read.
[[nodiscard]] MachineKind<FatTreeCase> fat_tree_kind();
/// Adds the fat tree and its algorithms.
void add_fat_tree(Catalogue& catalogue);
/// Adds `traffic synthetic`, with its series of loads.
void add_fat_tree_traffic(Catalogue& catalogue);

}  // namespace plexus
