#include "models/pops/algorithm.hpp"

namespace plexus {

namespace {

/// Slot x: p(x) drives all of its couplers, everybody else receives.
Program sequential(pops_node& self, Words m) {
  const NodeId n = self.shape().nodes();
  if (n == 1) co_return;
  co_await self.listen(m, self.id());
  {
    const std::vector<NodeId> others = processors_but(0, n - 1, self.id());
    co_await self.slot(m, self.to(others, datum(self.id())));
  }
  co_await self.listen(m, n - 1 - self.id());
}

/// Every block is sent by its owner, and every group hears one block in each slot. First, slot k <
/// d: p(i, k) to its own group, while p(i+1, 0) serves p(i, k). Then the blocks of the other groups
/// one after another.
Program overlapped(pops_node& self, Words m) {
  const PopsShape& pops = self.shape();
  const NodeId d = pops.d;
  const NodeId g = pops.g;
  const NodeId e = self.group();
  const NodeId f = self.index();
  if (pops.nodes() == 1) co_return;
  const MessageData block = datum(self.id());
  std::vector<NodeId> receivers;
  for (NodeId k = 0; k < d; ++k) {
    receivers.clear();
    if (f == 0 && g > 1) receivers.push_back(pops.at((e + g - 1) % g, k));
    if (f == k) {
      for (NodeId j = 0; j < d; ++j) {
        if (j != f) receivers.push_back(pops.at(e, j));
      }
    }
    std::optional<Message> message;
    if (!receivers.empty()) message = self.to(receivers, block);
    co_await self.slot(m, std::move(message));
  }
  // slot d - 1 + t, t = 1 .. n - d - 1: p(i + 1 + floor(t/d), t mod d) -> c(i, .) -> group i
  NodeId done = 0;  // slots of this phase
  for (NodeId q = 0; q + 1 < g; ++q) {
    const NodeId t = q * d + f;
    if (t == 0) continue;  // served above
    co_await self.listen(m, t - 1 - done);
    const NodeId to = (e + 2 * g - 1 - q) % g;
    receivers = processors(pops.at(to, 0), pops.at(to, d - 1));
    co_await self.slot(m, self.to(receivers, block));
    done = t;
  }
  if (g > 1) co_await self.listen(m, pops.nodes() - d - 1 - done);
}

/// Slot t: every p(e, t) drives all couplers, and everybody accepts from all of its own.
Program multi_receive(pops_node& self, Words m) {
  const PopsShape& pops = self.shape();
  if (pops.nodes() == 1) co_return;
  co_await self.listen(m, self.index());
  const std::vector<NodeId> others = processors_but(0, pops.nodes() - 1, self.id());
  co_await self.slot(m, self.to(others, datum(self.id())));
  co_await self.listen(m, pops.d - 1 - self.index());
}

std::unique_ptr<pops_data> data(const PopsCase& at) {
  return std::make_unique<row_of_data>(at.nodes(), std::nullopt);
}

std::uint64_t sequential_slots(const PopsCase& at) { return at.nodes() == 1 ? 0 : at.nodes(); }

std::uint64_t overlapped_slots(const PopsCase& at) {
  return at.shape.g > 1 ? at.nodes() - 1 : sequential_slots(at);
}

std::uint64_t multi_receive_slots(const PopsCase& at) { return at.nodes() == 1 ? 0 : at.shape.d; }

/// n - 1 foreign blocks, one in each slot; on one star every processor must drive it.
std::optional<Cycles> bound(const PopsCase& at) { return slots_of(at, overlapped_slots(at)); }

PopsEquation all_to_all_broadcast(const char* label, double slots_of_one,
                                  std::function<Relation(const PopsCase&)> relation) {
  return counted(
      label, "1",
      [=](const PopsCase& at) { return slots_of_one > 0 ? slots_of_one : 1.0 * at.nodes(); },
      std::move(relation));
}

}  // namespace

const PopsAlgorithm kAllgatherSequential{
    .operation = "allgather",
    .name = "sequential",
    .summary = "the processors broadcast in turn",
    .knobs = {},
    .require = {},
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return sequential(self, m); };
        },
    .equations = {all_to_all_broadcast(
        "all-to-all", 0,
        [](const PopsCase& at) { return at.nodes() > 1 ? Relation::kEqual : Relation::kAtMost; })},
    .exact = [](const PopsCase& at) { return slots_of(at, sequential_slots(at)); },
    .lower_bound = bound};

const PopsAlgorithm kAllgatherOverlapped{
    .operation = "allgather",
    .name = "overlapped",
    .summary = "every group hears a block in every slot",
    .knobs = {},
    .require = {},
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return overlapped(self, m); };
        },
    .equations = {all_to_all_broadcast("all-to-all", 0, at_most_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, overlapped_slots(at)); },
    .lower_bound = bound};

const PopsAlgorithm kAllgatherMultiReceive{
    .operation = "allgather",
    .name = "multi-receive",
    .summary = "one of every group at a time, everybody accepts from all of its couplers",
    .knobs = {PopsKnob::kMultiRx},
    .require =
        [](const PopsCase& at) { require_knob(at.rules.multi_rx, "--multi-rx", "multi-receive"); },
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return multi_receive(self, m); };
        },
    .equations = {all_to_all_broadcast("all-to-all, multi-receive", 1, approximate_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, multi_receive_slots(at)); },
    .lower_bound = [](const PopsCase& at) -> std::optional<Cycles> {
      return slots_of(at, at.shape.g > 1 ? at.shape.d : sequential_slots(at));
    }};

}  // namespace plexus
