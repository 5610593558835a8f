#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus::fat_tree {

namespace {

/// One flood packet: every router that it comes to copies it to all other ports (Sec. 2.1).
Program replicate(terminal& self, const FatTreeCase& at) {
  if (at.nodes() == 1) return receive(self, 0);
  if (self.id() != at.root) return receive(self, 1);
  return release_copied(self, at, Header{TreeHeader::flood().word(), {}}, 0, 0);
}

/// The diameter.
double two_logs(const FatTreeCase& at) { return at.equation_in_cycles(2 * log_n(at)); }

}  // namespace

Algorithm<FatTreeCase> broadcast_replicate() {
  return {.operation = "broadcast",
          .name = "replicate",
          .summary = "one packet that every router copies to all",
          .is_default = true,
          .parameters = queued_parameters({root_parameter()}),
          .prepare = settle<FatTreeStyle::kQueueDriven, longest_of_broadcast>,
          .program = replicate,
          .equations = {{"2 log n", section("Sec. 2.1"), two_logs,
                         [](const FatTreeCase&) { return Relation::kEqual; }, is_binary}},
          .exact = [](const FatTreeCase& at) { return at.up_and_down(at.tree.height()); },
          .blocks = queued_blocks({"ft_turn_decode"})};
}

}  // namespace plexus::fat_tree
