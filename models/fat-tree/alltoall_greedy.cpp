#include "models/fat-tree/schedules.hpp"

namespace plexus {

std::vector<NodeId> greedy_order(const FatTreeShape& tree, NodeId leaf, GreedyOrder order,
                                 std::uint64_t seed) {
  const NodeId n = tree.nodes();
  std::vector<NodeId> leaves;
  switch (order) {
    case GreedyOrder::kFarthestFirst:
      for (NodeId x = n - 1; x >= 1; --x) leaves.push_back(tree.add_digits(leaf, x));
      break;
    case GreedyOrder::kNearestFirst:
      for (NodeId x = 1; x < n; ++x) leaves.push_back(tree.add_digits(leaf, x));
      break;
    case GreedyOrder::kRotation:
      for (NodeId x = 1; x < n; ++x) leaves.push_back((leaf + x) % n);
      break;
    case GreedyOrder::kIndex:
      leaves = other_leaves(tree, leaf);
      break;
    case GreedyOrder::kRandom:
      leaves = other_leaves(tree, leaf);
      shuffle(leaves, seed + leaf);
      break;
  }
  return leaves;
}

}  // namespace plexus
