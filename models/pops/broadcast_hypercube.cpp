#include "models/pops/broadcast.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

namespace {

/// On the simulated hypercube, bits from high to low: every holder sends along the bit.
Program simulated_broadcast(pops_node& self, const PopsCase& at) {
  std::optional<Numbers> held;
  if (self.id() == at.root) held = datum(at.root);
  for (NodeId b = at.shape.bits(); b-- > 0;) {
    std::optional<NodeId> target;
    if (held) target = self.id() ^ (NodeId{1} << b);
    std::optional<Packet> given;
    co_await simulated_move(self, at.words, target, held.value_or(Numbers{}), &given);
    if (given && !held) {
      held = data_of(*given);
      self.keep(at.root);
    }
  }
}

}  // namespace

Algorithm<PopsCase> broadcast_hypercube() {
  return {.operation = "broadcast",
          .name = "hypercube",
          .summary = "the hypercube's tree, every move simulated",
          .parameters = parameters({root_parameter()}),
          .prepare = needs_powers_of_two("hypercube"),
          .data = root_datum,
          .program = simulated_broadcast,
          .equations = {simulated("Theorem 1", "2.1", hypercube_moves)},
          .exact = in_slots<&PopsShape::hypercube_slots>};
}

}  // namespace plexus::pops
