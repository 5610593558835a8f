#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

namespace {

/// To which leaf, relative to its own, each of the scattering leaves sends in turn. The order
/// inside a class matters: with the natural ones the scatterings meet (erratum F5).
std::vector<NodeId> relative_order(const FatTreeShape& tree) {
  const NodeId n = tree.nodes();
  std::vector<NodeId> order;
  if (tree.arity() > 2) {
    for (NodeId x = n - 1; x >= 1; --x) order.push_back(x);
    return order;
  }
  for (NodeId pair = n / 2 - 1; pair >= 1; --pair) {
    order.push_back(2 * pair);
    order.push_back(2 * pair + 1);
  }
  order.push_back(1);
  return order;
}

}  // namespace

Timetable concurrent_scatters(const FatTreeShape& tree, NodeId leaf) {
  if (tree.height() == 0) return {};
  const NodeId round = leaf % (tree.nodes() / tree.arity());
  std::int64_t step = round * bound_scatter_by_one_link(tree);
  Timetable timetable;
  for (const NodeId x : relative_order(tree)) {
    timetable.push_back({++step, TreeHeader::unicast(tree.add_digits(leaf, x))});
  }
  return timetable;
}

namespace {

std::int64_t rounds_of_scatters(const FatTreeShape& tree) {
  return tree.nodes() / tree.arity() * bound_scatter_by_one_link(tree);
}

}  // namespace

/// Sec. 5: scatterings from the k children of the root at a time, n (n + 1) / 2 steps for k = 2.
/// The order inside a class decides whether they meet (F5).
Algorithm<FatTreeCase> alltoall_concurrent_scatter() {
  return {.operation = "alltoall",
          .name = "concurrent-scatter",
          .summary = "one leaf of every child of the root at a time scatters",
          .parameters = timed_parameters(),
          .prepare = settle<FatTreeStyle::kTimed, longest_of_alltoall>,
          .program = timed<concurrent_scatters, BlockKind::kPair>,
          .equations = {scatterings("n(n + 1)/2", 2), table_1_alltoall()},
          .exact = in_steps<rounds_of_scatters>,
          .blocks = queue_free_blocks()};
}

}  // namespace plexus::fat_tree
