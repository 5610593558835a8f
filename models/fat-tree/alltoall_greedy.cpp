#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

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

namespace {

Program greedy(terminal& self, const FatTreeCase& at) {
  return release(self, at, greedy_order(at.tree, self.id(), at.greedy_order, at.seed),
                 alltoall_block(at.nodes(), self.id(), 0), at.nodes() - 1);
}

}  // namespace

/// Simultaneous scatterings (Sec. 1): all leaves release all their blocks at once and the queues do
/// the rest. How long it takes only a simulation tells.
Algorithm<FatTreeCase> alltoall_greedy() {
  const Parameter seed =
      only_with(seed_parameter("of the orders"), "--order random",
                [](const Values& values) { return values.word("order") == "random"; });
  return {.operation = "alltoall",
          .name = "greedy",
          .summary = "every leaf releases all its blocks at once",
          .parameters = queued_parameters({greedy_order_parameter(), seed}),
          .prepare = settle<FatTreeStyle::kQueueDriven, longest_of_alltoall>,
          .program = greedy,
          .equations = {table_1_alltoall()},
          .keeps_messages = true,
          .blocks = queued_blocks()};
}

}  // namespace plexus::fat_tree
