#include <utility>

#include "models/pops/case.hpp"

namespace plexus::pops {

namespace {

/// The block of `self` for processor y, on its way there.
std::optional<Packet> block_for(pops_node& self, Words m, NodeId y) {
  if (y == self.id()) return std::nullopt;
  return self.to(m, y, alltoall_block(self.shape().nodes(), self.id(), y));
}

/// d < g: in each slot the d sources of a group address d different groups, and the d receivers of
/// a group hear d different ones.
Program small_groups(pops_node& self, Words m) {
  const PopsShape pops = self.shape();
  const NodeId e = self.group();
  const NodeId f = self.index();
  for (NodeId t = 0; t + 1 < pops.g; ++t) {
    const NodeId group = (e + 1 + (t + f) % (pops.g - 1)) % pops.g;
    co_await self.slot(m, block_for(self, m, pops.at(group, f)));
  }
  for (NodeId b = 1; b < pops.d; ++b) {
    NodeId group = (e + f) % pops.g;
    const NodeId index = (f + b) % pops.d;
    for (NodeId a = 0; a < pops.g; ++a) {
      co_await self.slot(m, block_for(self, m, pops.at(group, index)));
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
  std::uint64_t silent = 0;
  for (NodeId a = 0; a < d; ++a) {
    const NodeId group = (f + d - a) % d;  // e' for which f is the sender's index
    if (group >= pops.g) {
      silent += pops.most_others();  // slots of one a
      continue;
    }
    co_await self.listen(m, std::exchange(silent, 0));
    NodeId index = e % d;
    for (NodeId b = 0; b < d; ++b) {
      if (pops.g > 1 || a != b) co_await self.slot(m, block_for(self, m, pops.at(group, index)));
      if (++index == d) index = 0;
    }
  }
  co_await self.listen(m, silent);
}

Program direct_alltoall(pops_node& self, const PopsCase& at) {
  return at.shape.d < at.shape.g ? small_groups(self, at.words) : large_groups(self, at.words);
}

/// Slot (a, b): p(e, a) -> c(e', e) -> p(e', b) for all e', different messages on the couplers.
Program multi_port(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const std::uint64_t row = pops.most_others();
  co_await self.listen(at.words, row * self.index());
  std::vector<Packet> messages;
  for (NodeId b = 0; b < pops.d; ++b) {
    messages.clear();
    for (NodeId group = 0; group < pops.g; ++group) {
      if (auto block = block_for(self, at.words, pops.at(group, b))) {
        messages.push_back(*std::move(block));
      }
    }
    if (pops.g > 1 || b != self.index()) co_await self.slot(at.words, messages);
  }
  co_await self.listen(at.words, row * (pops.d - 1 - self.index()));
}

constexpr NodeId kManyGroups = 32;  // senders of one index fill half a word of bits

/// What comes to a processor lies side by side: a block from each; where there are many groups, by
/// the indices of the senders, since those of one index come one after another.
Operation by_receivers(const PopsCase& at) {
  Operation operation = alltoall_operation(at.nodes(), at.words);
  operation.space.apart = std::uint64_t{at.nodes()} * (at.shape.g < kManyGroups ? 1 : at.shape.d);
  return operation;
}

std::uint64_t pairs(const PopsCase& at) {
  return std::uint64_t{at.shape.d} * at.shape.most_others();
}

std::uint64_t direct_slots(const PopsCase& at) {
  return at.shape.d < at.shape.g ? at.nodes() - 1 : pairs(at);
}

}  // namespace

Algorithm<PopsCase> alltoall_direct() {
  return {.operation = "alltoall",
          .name = "direct",
          .summary = "in every slot the messages of a group have different sources and receivers",
          .is_default = true,
          .parameters = parameters(),
          .data = by_receivers,
          .program = direct_alltoall,
          .exact = in_slots<direct_slots>};
}

Algorithm<PopsCase> alltoall_multi_port() {
  return {.operation = "alltoall",
          .name = "multi-port",
          .summary = "different messages on all couplers of a sender, accepted from all couplers",
          .parameters = parameters({multi_tx_parameter(), multi_rx_parameter()}),
          .prepare =
              [](PopsCase& at) {
                require_knob(at.rules.multi_tx, "--multi-tx", "multi-port");
                require_knob(at.rules.multi_rx, "--multi-rx", "multi-port");
              },
          .data = by_receivers,
          .program = multi_port,
          .exact = in_slots<pairs>};
}

}  // namespace plexus::pops
