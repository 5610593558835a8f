#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus::fat_tree {

namespace {

Program flooding(terminal& self, const FatTreeCase& at) {
  if (at.nodes() == 1) return receive(self, 0);
  return release_copied(self, at, Header{TreeHeader::flood().word(), {}}, self.id(),
                        at.nodes() - 1);
}

/// S; where links are shared, n + 2H - 2 for constant capacities. Both were found by simulation
/// over many trees and hold in every one of them.
std::optional<Cycles> exact_flooding(const FatTreeCase& at) {
  if (at.hardware.wide) return std::nullopt;
  if (!at.half_duplex) return at.in_cycles(bound_scatter(at.tree));
  if (!at.tree.is_constant()) return std::nullopt;
  const std::int64_t n = at.nodes();
  return at.in_cycles(n == 1 ? 0 : n + 2 * std::int64_t{at.tree.height()} - 2);
}

}  // namespace

/// Sec. 4.1, Theorem 2: every leaf sends at once and routers pass on to all other ports what comes
/// in. As fast as can be, at the price of queues of n / 4 packets and more.
Algorithm<FatTreeCase> allgather_flooding() {
  return {.operation = "allgather",
          .name = "flooding",
          .summary = "all leaves send at once, routers copy to all",
          .parameters = queued_parameters(),
          .prepare = settle<FatTreeStyle::kQueueDriven, longest_of_allgather>,
          .program = flooding,
          .equations = {theorem_of_n_plus_1("Theorem 2", "Sec. 4")},
          .exact = exact_flooding,
          .blocks = queued_blocks({"ft_turn_decode"})};
}

}  // namespace plexus::fat_tree
