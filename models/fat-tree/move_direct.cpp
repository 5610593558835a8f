#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus::fat_tree {

namespace {

Program direct(terminal& self, const FatTreeCase& at) {
  const bool moves = at.source != at.destination;
  const std::uint64_t expected = moves && self.id() == at.destination ? 1 : 0;
  if (!moves || self.id() != at.source) return receive(self, expected);
  return release_block(self, at, {at.destination}, 0, expected);
}

/// Up to the level at which the way turns and down again.
std::optional<Cycles> exact_direct(const FatTreeCase& at) {
  return at.up_and_down(at.tree.class_of(at.source, at.destination));
}

}  // namespace

Algorithm<FatTreeCase> move_direct() {
  return {.operation = "move",
          .name = "direct",
          .summary = "one packet, up to the nearest common router and down",
          .is_default = true,
          .parameters = queued_parameters(ends_parameters()),
          .prepare = settle<FatTreeStyle::kQueueDriven, longest_of_move>,
          .program = direct,
          .exact = exact_direct,
          .blocks = queued_blocks()};
}

}  // namespace plexus::fat_tree
