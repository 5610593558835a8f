#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/programs.hpp"
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

/// Counters at the leaves can do it where a leaf has one link and n >= 4 leaves make S = n + 1.
void let_counters_dispatch_timed(FatTreeCase& at) {
  if (!is_paper_tree(at) || at.nodes() < 4) return;
  at.hardware.dispatch = DispatchPattern{.kind = DispatchPattern::Kind::kGather,
                                         .levels = at.tree.height(),
                                         .step = at.timetable_step(),
                                         .last = fat_tree_bound::scatter(at.tree),
                                         .root = at.root};
}

}  // namespace

Timetable gather_timed(const FatTreeShape& tree, NodeId root, NodeId leaf) {
  if (leaf == root) return {};
  const std::int64_t left = farthest_first_position(tree, root, leaf) / tree.capacity(1);
  const std::int64_t distance = 2 * tree.class_of(leaf, root);
  const std::int64_t step = fat_tree_bound::scatter(tree) - left - distance + 1;
  return {{step, TreeHeader::unicast(root)}};
}

/// The dual of the farthest-first scatter (Sec. 1, Sec. 3): time reversal keeps every link's load,
/// so no queue forms. For k = 2, c_1 = 1 the root receives in steps 3 .. n + 1 without a pause.
FatTreeAlgorithm fat_tree_gather_timed() {
  FatTreeAlgorithm algorithm =
      fat_tree_algorithm("gather", "timed", "the farthest-first scatter backwards, without a queue",
                         FatTreeKnobs::kTimed, {root_parameter()});
  algorithm.is_default = true;
  algorithm.blocks.emplace_back("ft_dispatch_gather");
  algorithm.prepare = [](FatTreeCase& at) {
    at.settle(FatTreeStyle::kTimedOneWay, longest_to(at.words, at.root, at.nodes()));
    let_counters_dispatch_timed(at);
  };
  algorithm.data = [](const FatTreeCase& at) {
    return gather_operation(at.nodes(), at.root, stored_words(at));
  };
  algorithm.program = [](terminal& self, const FatTreeCase& at) {
    return play_timetable(self, at, gather_timed(at.tree, at.root, self.id()), BlockKind::kOwn,
                          self.id() == at.root ? at.nodes() - 1 : 0);
  };
  algorithm.equations = {theorem_of_n_plus_1("Theorem 1", "Sec. 3, the dual")};
  algorithm.exact = [](const FatTreeCase& at) {
    return timed_cycles(at, fat_tree_bound::scatter(at.tree));
  };
  algorithm.lower_bound = scatter_bound_in_cycles;
  return algorithm;
}

}  // namespace plexus
