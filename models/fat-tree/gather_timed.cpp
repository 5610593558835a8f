#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

namespace {

/// Position of `leaf` in the farthest-first order of `root`.
std::int64_t farthest_first_position(const FatTreeShape& tree, NodeId root, NodeId leaf) {
  const unsigned h = tree.class_of(root, leaf);
  const NodeId inner = root - root % tree.power(h - 1);  // first leaf of those that are nearer
  const NodeId before = leaf % tree.power(h) - (leaf > inner ? tree.power(h - 1) : 0);
  return std::int64_t{tree.nodes()} - tree.power(h) + before;
}

/// Counters at the leaves can do it where a leaf has one link and n >= 4 leaves make S = n + 1.
void prepare_timed(FatTreeCase& at) {
  at.settle(FatTreeStyle::kTimedOneWay, longest_of_gather(at));
  if (!is_paper_tree(at) || at.nodes() < 4) return;
  at.hardware.dispatch = DispatchPattern{.kind = DispatchPattern::Kind::kGather,
                                         .levels = at.tree.height(),
                                         .step = at.timetable_step(),
                                         .last = bound_scatter(at.tree),
                                         .root = at.root};
}

Program backwards(terminal& self, const FatTreeCase& at) {
  return play_timetable(self, at, timed_gather(at.tree, at.root, self.id()), BlockKind::kOwn,
                        self.id() == at.root ? at.nodes() - 1 : 0);
}

}  // namespace

Timetable timed_gather(const FatTreeShape& tree, NodeId root, NodeId leaf) {
  if (leaf == root) return {};
  const std::int64_t left = farthest_first_position(tree, root, leaf) / tree.capacity(1);
  const std::int64_t distance = 2 * tree.class_of(leaf, root);
  const std::int64_t step = bound_scatter(tree) - left - distance + 1;
  return {{step, TreeHeader::unicast(root)}};
}

/// The dual of the farthest-first scatter (Sec. 1, Sec. 3): time reversal keeps every link's load,
/// so no queue forms. For k = 2, c_1 = 1 the root receives in steps 3 .. n + 1 without a pause.
Algorithm<FatTreeCase> gather_timed() {
  return {.operation = "gather",
          .name = "timed",
          .summary = "the farthest-first scatter backwards, without a queue",
          .is_default = true,
          .parameters = timed_parameters({root_parameter()}),
          .prepare = prepare_timed,
          .program = backwards,
          .equations = {theorem_of_n_plus_1("Theorem 1", "Sec. 3, the dual")},
          .exact = in_steps<bound_scatter>,
          .blocks = queue_free_blocks({"ft_dispatch_gather"})};
}

}  // namespace plexus::fat_tree
