#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

Timetable consecutive_scatters(const FatTreeShape& tree, NodeId leaf) {
  if (tree.height() == 0) return {};
  const std::int64_t before = leaf * bound_scatter(tree);
  Timetable timetable;
  std::int64_t i = 0;
  for (const NodeId to : farthest_first(tree, leaf)) {
    timetable.push_back({before + i++ / tree.capacity(1) + 1, TreeHeader::unicast(to)});
  }
  return timetable;
}

namespace {

std::int64_t n_scatters(const FatTreeShape& tree) { return tree.nodes() * bound_scatter(tree); }

}  // namespace

/// Sec. 5: n scatterings in turn, n (n + 1) steps; n = 2 takes 4, k >= 3 takes n^2 (F1).
Algorithm<FatTreeCase> alltoall_consecutive_scatter() {
  return {.operation = "alltoall",
          .name = "consecutive-scatter",
          .summary = "one leaf after another scatters",
          .parameters = timed_parameters(),
          .prepare = settle<FatTreeStyle::kTimed, longest_of_alltoall>,
          .program = timed<consecutive_scatters, BlockKind::kPair>,
          .equations = {scatterings("n(n + 1)", 1), table_1_alltoall()},
          .exact = in_steps<n_scatters>,
          .blocks = queue_free_blocks()};
}

}  // namespace plexus::fat_tree
