#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus {

namespace {

std::vector<NodeId> goal(const FatTreeCase& at) {
  return at.source == at.destination ? std::vector<NodeId>{} : std::vector{at.destination};
}

Program program_direct(terminal& self, const FatTreeCase& at) {
  const std::uint64_t expected = self.id() == at.destination ? goal(at).size() : 0;
  if (self.id() != at.source) return receive(self, expected);
  return release_block(self, at, goal(at), 0, expected);
}

std::int64_t steps(const FatTreeCase& at) {
  return 2 * at.tree.class_of(at.source, at.destination);
}

/// Up to the level at which the way turns and down again; wide links differ from level to level.
std::optional<Cycles> exact_cycles_direct(const FatTreeCase& at) {
  if (at.hardware.rules.slot) return at.in_cycles(steps(at));
  Cycles cycles{0};
  for (unsigned j = 1; j <= at.tree.class_of(at.source, at.destination); ++j) {
    cycles += 2 * at.hardware.link(at.tree, j).hop(at.longest);
  }
  return cycles;
}

}  // namespace

FatTreeAlgorithm fat_tree_move_direct() {
  FatTreeAlgorithm algorithm =
      fat_tree_algorithm("move", "direct", "one packet, up to the nearest common router and down",
                         FatTreeKnobs::kQueueDriven, {source_parameter(), destination_parameter()});
  algorithm.is_default = true;
  algorithm.prepare = [](FatTreeCase& at) {
    at.settle(FatTreeStyle::kQueueDriven, longest_from(at.words, at.source, goal(at)));
  };
  algorithm.data = [](const FatTreeCase& at) {
    return move_operation(at.source, at.destination, stored_words(at));
  };
  algorithm.program = program_direct;
  algorithm.exact = exact_cycles_direct;
  algorithm.lower_bound = [](const FatTreeCase& at) { return at.bound_in_cycles(steps(at)); };
  return algorithm;
}

}  // namespace plexus
