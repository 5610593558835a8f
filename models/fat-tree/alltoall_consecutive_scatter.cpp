#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus {

Timetable alltoall_consecutive_scatter(const FatTreeShape& tree, NodeId leaf) {
  if (tree.height() == 0) return {};
  const std::int64_t before = leaf * fat_tree_bound::scatter(tree);
  Timetable timetable;
  std::int64_t i = 0;
  for (const NodeId to : farthest_first(tree, leaf)) {
    timetable.push_back({before + i++ / tree.capacity(1) + 1, TreeHeader::unicast(to)});
  }
  return timetable;
}

}  // namespace plexus
