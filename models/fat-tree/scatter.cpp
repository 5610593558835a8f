#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"

/// Scatters: the root releases all its blocks at once, in an order, and none of them ever waits for
/// another one behind the root's own links.
namespace plexus::fat_tree {

namespace {

template <std::vector<NodeId> (*order)(const FatTreeCase&)>
void put_in_order(FatTreeCase& at) {
  at.order = order(at);
  at.settle(FatTreeStyle::kQueueDriven, longest_of_scatter(at));
}

Program in_order(terminal& self, const FatTreeCase& at) {
  if (self.id() != at.root) return receive(self, 1);
  return release(self, at, at.order, 0, 0);
}

std::int64_t steps_in_order(const FatTreeCase& at) {
  return scatter_steps(at.tree, at.root, at.order);
}

std::vector<NodeId> class_descending(const FatTreeCase& at) {
  return farthest_first(at.tree, at.root);
}

std::vector<NodeId> class_ascending(const FatTreeCase& at) {
  return nearest_first(at.tree, at.root);
}

std::vector<NodeId> at_random(const FatTreeCase& at) {
  std::vector<NodeId> order = other_leaves(at.tree, at.root);
  shuffle(order, at.seed);
  return order;
}

std::vector<NodeId> as_given(const FatTreeCase& at) { return at.order; }

}  // namespace

/// Sec. 3, Theorem 1. The last block of class h leaves at step ceil((n - k^(h-1)) / c_1) and
/// arrives at T_h = ceil((n - k^(h-1)) / c_1) + 2h - 1; the largest T_h is S, the lower bound. For
/// k = 2, c_1 = 1 both T_2 and T_3 are n + 1 (F1).
Algorithm<FatTreeCase> scatter_farthest_first() {
  return {.operation = "scatter",
          .name = "farthest-first",
          .summary = "blocks with the longest way leave first",
          .is_default = true,
          .parameters = queued_parameters({root_parameter()}),
          .prepare = put_in_order<class_descending>,
          .program = in_order,
          .equations = {theorem_of_n_plus_1("Theorem 1", "Sec. 3")},
          .exact = in_queued_steps<steps_in_order>,
          .blocks = queued_blocks()};
}

/// The slowest order: the block that leaves last has the longest way, ceil((n - 1) / c_1) + 2H - 1.
Algorithm<FatTreeCase> scatter_nearest_first() {
  return {.operation = "scatter",
          .name = "nearest-first",
          .summary = "blocks with the shortest way leave first",
          .parameters = queued_parameters({root_parameter()}),
          .prepare = put_in_order<class_ascending>,
          .program = in_order,
          .exact = in_queued_steps<steps_in_order>,
          .blocks = queued_blocks()};
}

Algorithm<FatTreeCase> scatter_random() {
  return {.operation = "scatter",
          .name = "random",
          .summary = "blocks leave in a random order",
          .parameters = queued_parameters({root_parameter(), seed_parameter("of the order")}),
          .prepare = put_in_order<at_random>,
          .program = in_order,
          .exact = in_queued_steps<steps_in_order>,
          .blocks = queued_blocks()};
}

Algorithm<FatTreeCase> scatter_explicit() {
  return {.operation = "scatter",
          .name = "explicit",
          .summary = "blocks leave in the order given",
          .parameters = queued_parameters({root_parameter(), explicit_order_parameter()}),
          .prepare = put_in_order<as_given>,
          .program = in_order,
          .exact = in_queued_steps<steps_in_order>,
          .blocks = queued_blocks()};
}

}  // namespace plexus::fat_tree
