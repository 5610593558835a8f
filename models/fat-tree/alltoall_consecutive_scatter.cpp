#include "models/fat-tree/alltoall.hpp"
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

/// Sec. 5: n scatterings in turn, n (n + 1) steps; n = 2 takes 4, k >= 3 takes n^2 (E14).
FatTreeAlgorithm fat_tree_alltoall_consecutive_scatter() {
  FatTreeAlgorithm algorithm = fat_tree_timed_alltoall(
      "consecutive-scatter", "one leaf after another scatters", {},
      [](const FatTreeCase& at, NodeId leaf) {
        return alltoall_consecutive_scatter(at.tree, leaf);
      },
      [](const FatTreeCase& at) { return at.nodes() * fat_tree_bound::scatter(at.tree); });
  algorithm.equations = {scatterings("n(n + 1)", 1), table_1_alltoall()};
  return algorithm;
}

}  // namespace plexus
