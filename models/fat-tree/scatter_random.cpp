#include "models/fat-tree/scatter.hpp"

namespace plexus {

FatTreeAlgorithm fat_tree_scatter_random() {
  return fat_tree_scatter("random", "blocks leave in a random order",
                          {seed_parameter_of("of the order")}, [](const FatTreeCase& at) {
                            std::vector<NodeId> order = other_leaves(at.tree, at.root);
                            shuffle(order, at.seed);
                            return order;
                          });
}

}  // namespace plexus
