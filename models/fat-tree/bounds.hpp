#pragma once

#include <cstdint>

#include "models/fat-tree/shape.hpp"

/// Lower bounds in steps (full duplex, c_j parallel links): no algorithm can do with fewer, with or
/// without queues. They stand beside every measured time.
namespace plexus::fat_tree {

/// S: scatter, gather, allgather. n - k^(h-1) blocks are at least 2h hops away and pass the c_1
/// links of one leaf: the maximum over h of ceil((n - k^(h-1)) / c_1) + 2h - 1. For k = 2, n >= 4
/// and c_1 = 1 the paper's n + 1 (Table 1; n = 2 takes 2: F1), for k >= 3 it is n.
std::int64_t bound_scatter(const FatTreeShape& tree);

/// S where a leaf uses one link alone, whatever c_1.
std::int64_t bound_scatter_by_one_link(const FatTreeShape& tree);

/// Alltoall, cut: for 1 <= j <= g <= H the blocks of class >= g cross a branch of level j first in
/// step j and then have 2g - j hops to go: ceil(k^(j-1) (n - k^(g-1)) / c_j) + 2g - 1.
std::int64_t bound_alltoall_cut(const FatTreeShape& tree);

/// Alltoall, averaging over the w = k^(j-1) (n - k^(j-1)) blocks that a branch of level j carries
/// each way: its i-th use upwards comes no earlier than step j + floor(i / c_j), its i-th last use
/// downwards no later than T - (j - 1) - floor(i / c_j), and a block of class g lies 2g - 2j + 1
/// steps between the two. Replaces the paper's Lemma 3, which it implies (F10).
std::int64_t bound_alltoall_average(const FatTreeShape& tree);

/// The larger of the two.
std::int64_t bound_alltoall(const FatTreeShape& tree);

}  // namespace plexus::fat_tree
