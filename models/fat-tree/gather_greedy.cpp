#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus {

/// All leaves release their block at once and the queues do the rest: also S, which was found by
/// simulation over many trees and holds in every one of them.
FatTreeAlgorithm fat_tree_gather_greedy() {
  FatTreeAlgorithm algorithm = fat_tree_algorithm("gather", "greedy", "all leaves send at once",
                                                  FatTreeKnobs::kQueueDriven, {root_parameter()});
  algorithm.prepare = [](FatTreeCase& at) {
    at.settle(FatTreeStyle::kQueueDriven, longest_to(at.words, at.root, at.nodes()));
  };
  algorithm.data = [](const FatTreeCase& at) {
    return gather_operation(at.nodes(), at.root, stored_words(at));
  };
  algorithm.program = [](terminal& self, const FatTreeCase& at) {
    if (self.id() == at.root) return receive(self, at.nodes() - 1);
    return release_block(self, at, {at.root}, self.id(), 0);
  };
  algorithm.exact = [](const FatTreeCase& at) -> std::optional<Cycles> {
    if (at.hardware.wide) return std::nullopt;
    return at.in_cycles(fat_tree_bound::scatter(at.tree));
  };
  algorithm.lower_bound = scatter_bound_in_cycles;
  return algorithm;
}

}  // namespace plexus
