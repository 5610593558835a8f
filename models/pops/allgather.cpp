#include "models/pops/case.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

namespace {

/// In its turn a processor drives all of its couplers, for everybody else.
Program in_turns_allgather(pops_node& self, const PopsCase& at, NodeId turn, NodeId slots) {
  if (at.nodes() == 1) co_return;
  const NodeSet others = NodeSet::all_but(at.nodes(), self.id());
  co_await send_in_turn(self, at.words, turn, slots, self.to(at.words, others, self.id()));
}

/// Slot x: p(x).
Program sequential_allgather(pops_node& self, const PopsCase& at) {
  return in_turns_allgather(self, at, self.id(), at.nodes());
}

/// Slot t: every p(e, t), and everybody accepts from all of its couplers.
Program multi_receive(pops_node& self, const PopsCase& at) {
  return in_turns_allgather(self, at, self.index(), at.shape.d);
}

/// Every block is sent by its owner, and every group hears one block in each slot. First, slot k <
/// d: p(i, k) to its own group, while p(i+1, 0) serves p(i, k). Then the blocks of the other groups
/// one after another.
Program overlapped(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const NodeId d = pops.d;
  const NodeId g = pops.g;
  const NodeId e = self.group();
  const NodeId f = self.index();
  if (pops.nodes() == 1) co_return;
  std::vector<NodeId> receivers;
  for (NodeId k = 0; k < d; ++k) {
    receivers.clear();
    if (f == 0 && g > 1) receivers.push_back(pops.at((e + g - 1) % g, k));
    for (NodeId j = 0; f == k && j < d; ++j) {
      if (j != f) receivers.push_back(pops.at(e, j));
    }
    std::optional<Packet> message;
    if (!receivers.empty()) message = self.to(at.words, NodeSet{receivers}, self.id());
    co_await self.slot(at.words, std::move(message));
  }
  // slot d - 1 + t, t = 1 .. n - d - 1: p(i + 1 + floor(t/d), t mod d) -> c(i, .) -> group i
  NodeId done = 0;  // slots of this phase
  for (NodeId q = 0; q + 1 < g; ++q) {
    const NodeId t = q * d + f;
    if (t == 0) continue;  // served above
    co_await self.listen(at.words, t - 1 - done);
    const NodeId to = (e + 2 * g - 1 - q) % g;
    const NodeSet group = processors(pops.at(to, 0), pops.at(to, d - 1));
    co_await self.slot(at.words, self.to(at.words, group, self.id()));
    done = t;
  }
  if (g > 1) co_await self.listen(at.words, pops.nodes() - d - 1 - done);
}

std::uint64_t sequential_slots(const PopsCase& at) { return at.nodes() == 1 ? 0 : at.nodes(); }

/// As many as the bound: of n - 1 foreign blocks one in each slot, on one star n.
std::uint64_t overlapped_slots(const PopsCase& at) {
  return at.shape.g > 1 ? at.nodes() - 1 : sequential_slots(at);
}

std::uint64_t multi_receive_slots(const PopsCase& at) { return at.nodes() == 1 ? 0 : at.shape.d; }

/// Section 1: n slots.
Equation<PopsCase> all_to_all(Relation (*relation)(const PopsCase&)) {
  return slots_formula(
      "all-to-all", "1", [](const PopsCase& at) { return 1.0 * at.nodes(); }, relation);
}

}  // namespace

Algorithm<PopsCase> allgather_overlapped() {
  return {.operation = "allgather",
          .name = "overlapped",
          .summary = "every group hears a block in every slot",
          .is_default = true,
          .parameters = parameters(),
          .program = overlapped,
          .equations = {all_to_all(at_most_always)},
          .exact = in_slots<overlapped_slots>};
}

Algorithm<PopsCase> allgather_sequential() {
  return {.operation = "allgather",
          .name = "sequential",
          .summary = "the processors broadcast in turn",
          .parameters = parameters(),
          .program = sequential_allgather,
          .equations = {all_to_all([](const PopsCase& at) {
            return at.nodes() > 1 ? Relation::kEqual : Relation::kAtMost;
          })},
          .exact = in_slots<sequential_slots>};
}

Algorithm<PopsCase> allgather_multi_receive() {
  return {.operation = "allgather",
          .name = "multi-receive",
          .summary = "one of every group at a time, everybody accepts from all of its couplers",
          .parameters = parameters({multi_rx_parameter()}),
          .prepare =
              [](PopsCase& at) { require_knob(at.rules.multi_rx, "--multi-rx", "multi-receive"); },
          .program = multi_receive,
          .equations = {slots_formula(
              "all-to-all, multi-receive", "1", [](const PopsCase&) { return 1.0; },
              always<Relation::kApproximate>)},
          .exact = in_slots<multi_receive_slots>};
}

}  // namespace plexus::pops
