#include "models/fat-tree/alltoall.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus {

namespace {

/// To which leaf, relative to its own, each of the scattering leaves sends in turn. The order
/// inside a class matters: with the natural ones the scatterings meet (erratum E12).
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

Timetable alltoall_concurrent_scatter(const FatTreeShape& tree, NodeId leaf) {
  if (tree.height() == 0) return {};
  const NodeId round = leaf % (tree.nodes() / tree.arity());
  std::int64_t step = round * fat_tree_bound::scatter_by_one_link(tree);
  Timetable timetable;
  for (const NodeId x : relative_order(tree)) {
    timetable.push_back({++step, TreeHeader::unicast(tree.add_digits(leaf, x))});
  }
  return timetable;
}

/// Sec. 5: scatterings from the k children of the root at a time, n (n + 1) / 2 steps for k = 2.
/// The order inside a class decides whether they meet (E12).
FatTreeAlgorithm fat_tree_alltoall_concurrent_scatter() {
  FatTreeAlgorithm algorithm = fat_tree_timed_alltoall(
      "concurrent-scatter", "one leaf of every child of the root at a time scatters", {},
      [](const FatTreeCase& at, NodeId leaf) { return alltoall_concurrent_scatter(at.tree, leaf); },
      [](const FatTreeCase& at) {
        return at.nodes() / at.tree.arity() * fat_tree_bound::scatter_by_one_link(at.tree);
      });
  algorithm.equations = {scatterings("n(n + 1)/2", 2), table_1_alltoall()};
  return algorithm;
}

}  // namespace plexus
