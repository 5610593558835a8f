#include "models/pops/algorithm.hpp"
#include "models/pops/broadcast.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

namespace {

/// On the simulated hypercube, bits from high to low: every holder sends along the bit.
Program broadcast(pops_node& self, Words m, NodeId root) {
  const NodeId apart = self.id() ^ root;  // bits in which the root differs
  std::optional<MessageData> held;
  if (apart == 0) held = datum(root);
  for (NodeId b = self.shape().bits(); b-- > 0;) {
    const NodeId bit = NodeId{1} << b;
    std::optional<NodeId> target;
    if (held) target = self.id() ^ bit;
    std::optional<Received> given;
    co_await simulated_move(self, m, target, held.value_or(MessageData{}), &given);
    if (given && !held) {
      held = given->data;
      self.keep(given->data);
    }
  }
}

std::uint64_t slots(const PopsCase& at) { return at.shape.move_slots() * at.shape.bits(); }

}  // namespace

const PopsAlgorithm kBroadcastHypercube{
    .operation = "broadcast",
    .name = "hypercube",
    .summary = "the hypercube's tree, every move simulated",
    .knobs = {PopsKnob::kRoot},
    .require = [](const PopsCase& at) { require_powers_of_two(at, "hypercube"); },
    .data = broadcast_data,
    .programs =
        [](const PopsCase& at) {
          return
              [m = at.words, root = at.root](pops_node& self) { return broadcast(self, m, root); };
        },
    .equations = {counted(
        "Theorem 1", "2.1", [](const PopsCase& at) { return static_cast<double>(slots(at)); },
        equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
    .lower_bound = {}};

}  // namespace plexus
