#include "models/pops/algorithm.hpp"

namespace plexus {

namespace {

/// The block of `self` for processor y, on its way there. Nothing goes to oneself.
std::optional<Message> block_for(const pops_node& self, NodeId y) {
  if (y == self.id()) return std::nullopt;
  return self.to(y, datum(std::uint64_t{self.id()} * self.shape().nodes() + y));
}

/// d < g: in each slot the d sources of a group address d different groups, and the d receivers of
/// a group hear d different ones.
Program small_groups(pops_node& self, Words m) {
  const PopsShape pops = self.shape();
  const NodeId e = self.group();
  const NodeId f = self.index();
  for (NodeId t = 0; t + 1 < pops.g; ++t) {
    const NodeId group = (e + 1 + (t + f) % (pops.g - 1)) % pops.g;
    co_await self.slot(m, block_for(self, pops.at(group, f)));
  }
  for (NodeId b = 1; b < pops.d; ++b) {
    NodeId group = (e + f) % pops.g;
    const NodeId index = (f + b) % pops.d;
    for (NodeId a = 0; a < pops.g; ++a) {
      co_await self.slot(m, block_for(self, pops.at(group, index)));
      if (++group == pops.g) group = 0;
    }
  }
}

/// d >= g: the g messages that leave a group have g different sources, those that enter have g
/// different receivers. Slot (a, b): p(e, a + e') -> c(e', e) -> p(e', b + e).
Program large_groups(pops_node& self, Words m) {
  const PopsShape pops = self.shape();
  const NodeId d = pops.d;
  const NodeId e = self.group();
  const NodeId f = self.index();
  const std::uint64_t row = pops.g == 1 ? d - 1 : d;  // slots of one a
  std::uint64_t silent = 0;
  for (NodeId a = 0; a < d; ++a) {
    const NodeId group = (f + d - a) % d;  // e' for which f is the sender's index
    if (group >= pops.g) {
      silent += row;
      continue;
    }
    if (silent > 0) co_await self.listen(m, std::exchange(silent, 0));
    NodeId index = e % d;
    for (NodeId b = 0; b < d; ++b) {
      if (pops.g > 1 || a != b) co_await self.slot(m, block_for(self, pops.at(group, index)));
      if (++index == d) index = 0;
    }
  }
  co_await self.listen(m, silent);
}

Program direct(pops_node& self, Words m) {
  return self.shape().d < self.shape().g ? small_groups(self, m) : large_groups(self, m);
}

/// Slot (a, b): p(e, a) -> c(e', e) -> p(e', b) for all e', different messages on the couplers.
Program multi_port(pops_node& self, Words m) {
  const PopsShape& pops = self.shape();
  const std::uint64_t row = pops.most_others();
  co_await self.listen(m, row * self.index());
  std::vector<Message> messages;
  for (NodeId b = 0; b < pops.d; ++b) {
    messages.clear();
    for (NodeId group = 0; group < pops.g; ++group) {
      if (const auto block = block_for(self, pops.at(group, b))) messages.push_back(*block);
    }
    if (pops.g > 1 || b != self.index()) co_await self.slot(m, messages);
  }
  co_await self.listen(m, row * (pops.d - 1 - self.index()));
}

std::unique_ptr<pops_data> data(const PopsCase& at) {
  return std::make_unique<row_of_data>(row_of_data::personal(at.nodes()));
}

std::uint64_t pairs(const PopsCase& at) {
  const std::uint64_t d = at.shape.d;
  return d * at.shape.most_others();
}

std::uint64_t direct_slots(const PopsCase& at) {
  return at.shape.d < at.shape.g ? at.nodes() - 1 : pairs(at);
}

}  // namespace

const PopsAlgorithm kAlltoallDirect{
    .operation = "alltoall",
    .name = "direct",
    .summary = "in every slot the messages of a group have different sources and receivers",
    .knobs = {},
    .require = {},
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return direct(self, m); };
        },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, direct_slots(at)); },
    .lower_bound = [](const PopsCase& at) -> std::optional<Cycles> {
      // n - 1 messages of a processor, d^2 on a coupler
      return slots_of(at, at.nodes() == 1   ? 0
                          : at.shape.g == 1 ? pairs(at)
                                            : std::max<std::uint64_t>(at.nodes() - 1, pairs(at)));
    }};

const PopsAlgorithm kAlltoallMultiPort{
    .operation = "alltoall",
    .name = "multi-port",
    .summary = "different messages on all couplers of a sender, accepted from all couplers",
    .knobs = {PopsKnob::kMultiTx, PopsKnob::kMultiRx},
    .require =
        [](const PopsCase& at) {
          require_knob(at.rules.multi_tx, "--multi-tx", "multi-port");
          require_knob(at.rules.multi_rx, "--multi-rx", "multi-port");
        },
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return multi_port(self, m); };
        },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, pairs(at)); },
    .lower_bound = [](const PopsCase& at) { return slots_of(at, pairs(at)); }};

}  // namespace plexus
