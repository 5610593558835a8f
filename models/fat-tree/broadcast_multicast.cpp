#include <algorithm>

#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus::fat_tree {

namespace {

/// The destinations, and nobody else, have the block at the end.
Operation to_destinations(const FatTreeCase& at) {
  Operation operation = standard_operation("broadcast", at.facts());
  operation.after = [set = at.destinations, all = operation.before](NodeId leaf) {
    if (!std::ranges::binary_search(set, leaf)) return all(leaf);
    return std::vector{Interval{0, 1}};
  };
  operation.exact = true;
  return operation;
}

/// One packet whose header is the set of its receivers: routers copy it where their ways part.
Program multicast(terminal& self, const FatTreeCase& at) {
  const bool wanted = std::ranges::binary_search(at.destinations, self.id());
  if (self.id() != at.root) return receive(self, wanted ? 1 : 0);
  if (at.destinations.empty()) return receive(self, 0);
  return release_copied(self, at, Header{0, NodeSet{at.destinations}}, 0, 0);
}

unsigned largest_class(const FatTreeCase& at) {
  unsigned h = 0;
  for (const NodeId leaf : at.destinations) h = std::max(h, at.tree.class_of(at.root, leaf));
  return h;
}

void prepare_multicast(FatTreeCase& at) {
  at.hardware.sets = true;
  at.settle(FatTreeStyle::kQueueDriven, at.destinations.empty() ? 0_words : at.words.of(at.root));
}

}  // namespace

Algorithm<FatTreeCase> broadcast_multicast() {
  return {.operation = "broadcast",
          .name = "multicast",
          .summary = "one packet for a set of leaves, copied where their ways part",
          .parameters = queued_parameters({root_parameter(), destinations_parameter()}),
          .prepare = prepare_multicast,
          .data = to_destinations,
          .program = multicast,
          .exact = [](const FatTreeCase& at) { return at.up_and_down(largest_class(at)); },
          .lower_bound =
              [](const FatTreeCase& at) { return at.bound_in_cycles(2 * largest_class(at)); },
          .blocks = queued_blocks()};
}

}  // namespace plexus::fat_tree
