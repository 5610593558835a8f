#include "models/pops/case.hpp"

namespace plexus::pops {

namespace {

/// Slot t serves the t-th processor other than the root, in ascending order.
Program direct_scatter(pops_node& self, const PopsCase& at) {
  if (self.id() != at.root) {
    co_await self.listen(at.words, at.shape.others());
    co_return;
  }
  for (NodeId other = 0; other < at.nodes(); ++other) {
    if (other != at.root) co_await self.slot(at.words, self.to(at.words, other, other));
  }
}

/// For every group its processors other than the root form a queue; slot t sends the t-th entry of
/// every queue.
Program multi_tx(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const NodeId slots = pops.most_others();
  if (self.id() != at.root) {
    co_await self.listen(at.words, slots);
    co_return;
  }
  std::vector<Packet> messages;
  for (NodeId t = 0; t < slots; ++t) {
    messages.clear();
    for (NodeId group = 0; group < pops.g; ++group) {
      const bool behind = group == pops.group(at.root) && t >= pops.index(at.root);
      const NodeId index = behind ? t + 1 : t;
      if (index >= pops.d) continue;
      const NodeId other = pops.at(group, index);
      messages.push_back(self.to(at.words, other, other));
    }
    co_await self.slot(at.words, messages);
  }
}

}  // namespace

Algorithm<PopsCase> scatter_direct() {
  return {.operation = "scatter",
          .name = "direct",
          .summary = "the root sends to one after another",
          .is_default = true,
          .parameters = parameters({root_parameter()}),
          .program = direct_scatter,
          .exact = in_slots<&PopsShape::others>};
}

Algorithm<PopsCase> scatter_multi_tx() {
  return {
      .operation = "scatter",
      .name = "multi-tx",
      .summary = "the root sends to all groups at once, a different message on every coupler",
      .parameters = parameters({root_parameter(), multi_tx_parameter()}),
      .prepare = [](PopsCase& at) { require_knob(at.rules.multi_tx, "--multi-tx", "multi-tx"); },
      .program = multi_tx,
      .exact = in_slots<&PopsShape::most_others>};
}

}  // namespace plexus::pops
