#include "models/pops/algorithm.hpp"

namespace plexus {

namespace {

/// Slot t serves the t-th processor other than the root, in ascending order.
Program direct(pops_node& self, Words m, NodeId root) {
  const NodeId others = self.shape().nodes() - 1;
  if (self.id() != root) {
    co_await self.listen(m, others);
    co_return;
  }
  for (NodeId t = 0; t < others; ++t) {
    const NodeId other = t < root ? t : t + 1;
    co_await self.slot(m, self.to(other, datum(other)));
  }
}

/// For every group its processors other than the root form a queue; slot t sends the t-th entry of
/// every queue.
Program multi_tx(pops_node& self, Words m, NodeId root, NodeId slots) {
  if (self.id() != root) {
    co_await self.listen(m, slots);
    co_return;
  }
  const PopsShape& pops = self.shape();
  std::vector<Message> messages;
  for (NodeId t = 0; t < slots; ++t) {
    messages.clear();
    for (NodeId group = 0; group < pops.g; ++group) {
      const bool own = group == pops.group(root);
      const NodeId index = own && t >= pops.index(root) ? t + 1 : t;
      if (index >= pops.d) continue;
      const NodeId other = pops.at(group, index);
      messages.push_back(self.to(other, datum(other)));
    }
    co_await self.slot(m, messages);
  }
}

std::unique_ptr<pops_data> data(const PopsCase& at) {
  std::vector<std::uint64_t> expected(at.nodes());
  for (NodeId x = 0; x < at.nodes(); ++x) expected[x] = x;
  expected[at.root] = one_datum::kNone;
  return std::make_unique<one_datum>(std::move(expected));
}

}  // namespace

const PopsAlgorithm kScatterDirect{
    .operation = "scatter",
    .name = "direct",
    .summary = "the root sends to one after another",
    .knobs = {PopsKnob::kRoot},
    .require = {},
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words, root = at.root](pops_node& self) { return direct(self, m, root); };
        },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, at.nodes() - 1); },
    .lower_bound = [](const PopsCase& at) { return slots_of(at, at.nodes() - 1); }};

const PopsAlgorithm kScatterMultiTx{
    .operation = "scatter",
    .name = "multi-tx",
    .summary = "the root sends to all groups at once, a different message on every coupler",
    .knobs = {PopsKnob::kRoot, PopsKnob::kMultiTx},
    .require =
        [](const PopsCase& at) { require_knob(at.rules.multi_tx, "--multi-tx", "multi-tx"); },
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words, root = at.root, slots = at.shape.most_others()](pops_node& self) {
            return multi_tx(self, m, root, slots);
          };
        },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.most_others()); },
    .lower_bound = [](const PopsCase& at) { return slots_of(at, at.shape.most_others()); }};

}  // namespace plexus
