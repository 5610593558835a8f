#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus {

namespace {

/// Position of `leaf` in the farthest-first order of `root`.
std::int64_t farthest_first_position(const FatTreeShape& tree, NodeId root, NodeId leaf) {
  const unsigned h = tree.class_of(root, leaf);
  const NodeId inner = root - root % tree.power(h - 1);  // first leaf of those that are nearer
  const NodeId before = leaf % tree.power(h) - (leaf > inner ? tree.power(h - 1) : 0);
  return std::int64_t{tree.nodes()} - tree.power(h) + before;
}

}  // namespace

Timetable gather_timed(const FatTreeShape& tree, NodeId root, NodeId leaf) {
  if (leaf == root) return {};
  const std::int64_t left = farthest_first_position(tree, root, leaf) / tree.capacity(1);
  const std::int64_t distance = 2 * tree.class_of(leaf, root);
  const std::int64_t step = fat_tree_bound::scatter(tree) - left - distance + 1;
  return {{step, TreeHeader::unicast(root)}};
}

}  // namespace plexus
