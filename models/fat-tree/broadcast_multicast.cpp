#include <algorithm>

#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus {

namespace {

bool is_wanted(const FatTreeCase& at, NodeId leaf) {
  return std::ranges::binary_search(at.destinations, leaf);
}

Operation data(const FatTreeCase& at) {
  Operation operation = broadcast_operation(at.root, stored_words(at));
  operation.after = [set = at.destinations, all = operation.before](NodeId leaf) {
    if (!std::ranges::binary_search(set, leaf)) return all(leaf);
    return std::vector{Interval{0, 1}};
  };
  operation.exact = true;
  return operation;
}

/// One packet whose header is the set of its receivers: routers copy it where their ways part.
Program program_multicast(terminal& self, const FatTreeCase& at) {
  if (self.id() != at.root) return receive(self, is_wanted(at, self.id()) ? 1 : 0);
  if (at.destinations.empty()) return receive(self, 0);
  return release_copied(self, at, Header{0, NodeSet{at.destinations}}, 0, 0);
}

unsigned largest_class(const FatTreeCase& at) {
  unsigned h = 0;
  for (const NodeId leaf : at.destinations) h = std::max(h, at.tree.class_of(at.root, leaf));
  return h;
}

std::optional<Cycles> exact_cycles_multicast(const FatTreeCase& at) {
  if (at.hardware.rules.slot) return at.in_cycles(2 * largest_class(at));
  Cycles cycles{0};
  for (unsigned j = 1; j <= largest_class(at); ++j) {
    cycles += 2 * at.hardware.link(at.tree, j).hop(at.longest);
  }
  return cycles;
}

}  // namespace

FatTreeAlgorithm fat_tree_broadcast_multicast() {
  FatTreeAlgorithm algorithm =
      fat_tree_algorithm("broadcast", "multicast",
                         "one packet for a set of leaves, copied where "
                         "their ways part",
                         FatTreeKnobs::kQueueDriven, {root_parameter(), destinations_parameter()});
  algorithm.prepare = [](FatTreeCase& at) {
    at.hardware.sets = true;
    at.settle(FatTreeStyle::kQueueDriven,
              at.destinations.empty() ? Words{0} : at.words.of(at.root));
  };
  algorithm.data = data;
  algorithm.program = program_multicast;
  algorithm.exact = exact_cycles_multicast;
  algorithm.lower_bound = [](const FatTreeCase& at) {
    return at.bound_in_cycles(2 * largest_class(at));
  };
  return algorithm;
}

}  // namespace plexus
