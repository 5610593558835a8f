#include "models/fat-tree/scatter.hpp"

namespace plexus {

FatTreeAlgorithm fat_tree_scatter_explicit() {
  return fat_tree_scatter("explicit", "blocks leave in the order given",
                          {explicit_order_parameter()},
                          [](const FatTreeCase& at) { return at.order; });
}

}  // namespace plexus
