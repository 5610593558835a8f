#include "models/pops/algorithm.hpp"

namespace plexus {

namespace {

/// Slot t is that of the t-th processor other than the root, in ascending order.
Program direct(pops_node& self, Words m, NodeId root) {
  const NodeId others = self.shape().nodes() - 1;
  if (self.id() == root) {
    co_await self.listen(m, others);
    co_return;
  }
  const NodeId mine = self.id() < root ? self.id() : self.id() - 1;
  co_await self.listen(m, mine);
  co_await self.slot(m, self.to(root, datum(self.id())));
  co_await self.listen(m, others - 1 - mine);
}

/// The processors of every group other than the root form a queue; in slot t the t-th entry of
/// every queue sends, and the root accepts all.
Program multi_rx(pops_node& self, Words m, NodeId root, NodeId slots) {
  if (self.id() == root) {
    co_await self.listen(m, slots);
    co_return;
  }
  const PopsShape& pops = self.shape();
  const bool behind = self.group() == pops.group(root) && self.index() > pops.index(root);
  const NodeId mine = behind ? self.index() - 1 : self.index();
  co_await self.listen(m, mine);
  co_await self.slot(m, self.to(root, datum(self.id())));
  co_await self.listen(m, slots - 1 - mine);
}

std::unique_ptr<pops_data> data(const PopsCase& at) {
  return std::make_unique<row_of_data>(at.nodes(), at.root);
}

}  // namespace

const PopsAlgorithm kGatherDirect{
    .operation = "gather",
    .name = "direct",
    .summary = "one after another sends to the root",
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

const PopsAlgorithm kGatherMultiRx{
    .operation = "gather",
    .name = "multi-rx",
    .summary = "one of every group at a time, the root accepts from all of its couplers",
    .knobs = {PopsKnob::kRoot, PopsKnob::kMultiRx},
    .require =
        [](const PopsCase& at) { require_knob(at.rules.multi_rx, "--multi-rx", "multi-rx"); },
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words, root = at.root, slots = at.shape.most_others()](pops_node& self) {
            return multi_rx(self, m, root, slots);
          };
        },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.most_others()); },
    .lower_bound = [](const PopsCase& at) { return slots_of(at, at.shape.most_others()); }};

}  // namespace plexus
