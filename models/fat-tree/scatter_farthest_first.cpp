#include "models/fat-tree/scatter.hpp"

namespace plexus {

/// Sec. 3, Theorem 1. The last block of class h leaves at step ceil((n - k^(h-1)) / c_1) and
/// arrives at T_h = ceil((n - k^(h-1)) / c_1) + 2h - 1; the largest T_h is S, the lower bound. For
/// k = 2, c_1 = 1 both T_2 and T_3 are n + 1 (E2).
FatTreeAlgorithm fat_tree_scatter_farthest_first() {
  FatTreeAlgorithm algorithm =
      fat_tree_scatter("farthest-first", "blocks with the longest way leave first", {},
                       [](const FatTreeCase& at) { return farthest_first(at.tree, at.root); });
  algorithm.is_default = true;
  algorithm.equations = {theorem_of_n_plus_1("Theorem 1", "Sec. 3")};
  return algorithm;
}

}  // namespace plexus
