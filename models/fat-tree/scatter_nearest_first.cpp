#include "models/fat-tree/scatter.hpp"

namespace plexus {

/// The slowest order: the block that leaves last has the longest way, ceil((n - 1) / c_1) + 2H - 1.
FatTreeAlgorithm fat_tree_scatter_nearest_first() {
  return fat_tree_scatter("nearest-first", "blocks with the shortest way leave first", {},
                          [](const FatTreeCase& at) { return nearest_first(at.tree, at.root); });
}

}  // namespace plexus
