#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus {

namespace {

/// One flood packet: every router that it comes to copies it to all other ports (Sec. 2.1).
Program program_replicate(terminal& self, const FatTreeCase& at) {
  if (at.nodes() == 1) return receive(self, 0);
  if (self.id() != at.root) return receive(self, 1);
  return release_copied(self, at, Header{TreeHeader::flood().word(), {}}, 0, 0);
}

/// Up to the root and down again; wide links differ from level to level.
std::optional<Cycles> exact_cycles_replicate(const FatTreeCase& at) {
  if (at.hardware.rules.slot) return at.in_cycles(2 * at.tree.height());
  Cycles cycles{0};
  for (unsigned j = 1; j <= at.tree.height(); ++j) {
    cycles += 2 * at.hardware.link(at.tree, j).hop(at.longest);
  }
  return cycles;
}

/// Sec. 2.1: 2 log n steps, the diameter.
FatTreeEquation diameter() {
  FatTreeEquation equation;
  equation.label = "2 log n";
  equation.place = paper_1995("Sec. 2.1");
  equation.formula = [](const FatTreeCase& at) { return at.equation_in_cycles(2 * log_n(at)); };
  equation.relation = [](const FatTreeCase&) { return Relation::kEqual; };
  equation.applies = [](const FatTreeCase& at) { return at.tree.arity() == 2; };
  return equation;
}

}  // namespace

FatTreeAlgorithm fat_tree_broadcast_replicate() {
  FatTreeAlgorithm algorithm =
      fat_tree_algorithm("broadcast", "replicate", "one packet that every router copies to all",
                         FatTreeKnobs::kQueueDriven, {root_parameter()});
  algorithm.is_default = true;
  algorithm.blocks.emplace_back("ft_turn_decode");
  algorithm.prepare = [](FatTreeCase& at) {
    at.settle(FatTreeStyle::kQueueDriven, at.nodes() > 1 ? at.words.of(at.root) : Words{0});
  };
  algorithm.data = [](const FatTreeCase& at) {
    return broadcast_operation(at.root, stored_words(at));
  };
  algorithm.program = program_replicate;
  algorithm.equations = {diameter()};
  algorithm.exact = exact_cycles_replicate;
  algorithm.lower_bound = [](const FatTreeCase& at) {
    return at.bound_in_cycles(2 * at.tree.height());
  };
  return algorithm;
}

}  // namespace plexus
