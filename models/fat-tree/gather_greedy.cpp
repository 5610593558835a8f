#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus::fat_tree {

namespace {

Program greedy_gather(terminal& self, const FatTreeCase& at) {
  if (self.id() == at.root) return receive(self, at.nodes() - 1);
  return release_block(self, at, {at.root}, self.id(), 0);
}

/// Also S, which was found by simulation over many trees and holds in every one of them.
std::int64_t steps_greedy(const FatTreeCase& at) { return bound_scatter(at.tree); }

}  // namespace

/// All leaves release their block at once and the queues do the rest.
Algorithm<FatTreeCase> gather_greedy() {
  return {.operation = "gather",
          .name = "greedy",
          .summary = "all leaves send at once",
          .parameters = queued_parameters({root_parameter()}),
          .prepare = settle<FatTreeStyle::kQueueDriven, longest_of_gather>,
          .program = greedy_gather,
          .exact = in_queued_steps<steps_greedy>,
          .blocks = queued_blocks()};
}

}  // namespace plexus::fat_tree
