#include "models/pops/scan.hpp"

namespace plexus::pops {

namespace {

/// Step 1 for d <= g: the operands of a group at relays of different groups, where recursive
/// halving needs two slots a level; then back. Every processor relays for one.
Program prefixes_by_relays(pops_node& self, Words m, Operands& prefix) {
  const PopsShape pops = self.shape();
  const NodeId origin = self.index() * pops.g + self.group();  // rho(origin) = self
  const NodeId j = self.index();
  const NodeId its = pops.index(origin);

  const RelayStop own = self.stop(RelayRule::kRho, self.id());
  auto heard = co_await self.slot(m, self.hand(m, own.relay, prefix.payload()));
  Operands stored = heard ? Operands::of(data_of(*heard)) : Operands{};  // of p(., its)
  std::vector<NodeId> receivers;
  for (std::uint64_t level = 0; level < ceil_log(pops.d); ++level) {
    const Halving at_home = halving_of(pops.d, level, j);
    std::optional<Packet> message;  // rho(i, last) -> p(i, last)
    if (halving_of(pops.d, level, its).sends(its)) message = self.hand(m, origin, stored.payload());
    heard = co_await self.slot(m, std::move(message));
    message.reset();  // p(i, last) -> rho(i, t) for all t in C
    if (heard && at_home.sends(j)) {
      receivers.clear();
      for (NodeId t = at_home.first; t < at_home.end; ++t) {
        receivers.push_back(pops.rho(pops.at(self.group(), t)));
      }
      message = self.hand(m, NodeSet{receivers}, data_of(*heard));
    }
    heard = co_await self.slot(m, std::move(message));
    if (heard) stored = Operands::of(data_of(*heard)) + stored;
  }
  heard = co_await self.slot(m, self.hand(m, origin, stored.payload()));
  if (heard) prefix = Operands::of(data_of(*heard));
}

/// Step 1 for d > g: block after block of up to g columns; the last processor's prefix goes as a
/// carry to the first one of the next block.
Program prefixes_by_blocks(pops_node& self, Words m, Operands& prefix) {
  const PopsShape pops = self.shape();
  const NodeId i = self.group();
  const NodeId f = self.index();
  const Operands own = prefix;
  Operands carry;
  std::vector<NodeId> receivers;
  for (NodeId base = 0; base < pops.d; base += pops.g) {
    const NodeId L = std::min(pops.g, pops.d - base);
    const bool home = f >= base && f < base + L;
    const bool relay = i < L && f < pops.g;  // p(j, i'): of p(i', base + j), j = i, i' = f
    std::optional<Packet> message;           // p(i, base + j) -> p(j, i)
    if (home) message = self.hand(m, pops.at(f - base, i), (carry + own).payload());
    auto heard = co_await self.slot(m, std::move(message));
    Operands stored = heard ? Operands::of(data_of(*heard)) : Operands{};
    for (std::uint64_t level = 0; level < ceil_log(L); ++level) {
      message.reset();  // p(last, i) -> p(i, last)
      if (relay && halving_of(L, level, i).sends(i)) {
        message = self.hand(m, pops.at(f, i), stored.payload());
      }
      heard = co_await self.slot(m, std::move(message));
      message.reset();  // p(i, last) -> p(t, i) for all t in C
      if (heard) {
        const Halving halving = halving_of(L, level, f);
        receivers.clear();
        for (NodeId t = halving.first; t < halving.end; ++t) receivers.push_back(pops.at(t, i));
        message = self.hand(m, NodeSet{receivers}, data_of(*heard));
      }
      heard = co_await self.slot(m, std::move(message));
      if (heard) stored = Operands::of(data_of(*heard)) + stored;
    }
    message.reset();  // p(j, i) -> p(i, base + j), the last one also to the next block
    if (relay) {
      receivers.assign(1, pops.at(f, base + i));
      if (i == L - 1 && base + L < pops.d) receivers.push_back(pops.at(f, base + L));
      message = self.hand(m, NodeSet{receivers}, stored.payload());
    }
    heard = co_await self.slot(m, std::move(message));
    if (heard && home) prefix = Operands::of(data_of(*heard));
    if (heard && !home) carry = Operands::of(data_of(*heard));
  }
}

Program three_step(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  Operands prefix = operand(at, self.id());
  if (pops.d > 1 && pops.d <= pops.g) co_await prefixes_by_relays(self, at.words, prefix);
  if (pops.d > pops.g) co_await prefixes_by_blocks(self, at.words, prefix);
  Operands before;
  co_await scan_groups(self, at.words, prefix, false, before);
  if (pops.d > 1 && pops.g > 1) {  // p(i, d-1) -> the rest of its group
    std::optional<Packet> message;
    const NodeId first = pops.at(self.group(), 0);
    if (self.index() == pops.d - 1) {
      message = self.hand(at.words, processors(first, first + pops.d - 2), before.payload());
    }
    const auto heard = co_await self.slot(at.words, std::move(message));
    if (heard) before = Operands::of(data_of(*heard));
  }
  finish_scan(self, at, before + prefix);
}

std::uint64_t slots_scan_three_step(const PopsShape& pops) {
  if (pops.d == 1) return ceil_log(pops.g);
  if (pops.d <= pops.g) return 2 + 2 * ceil_log(pops.d) + ceil_log(pops.g) + 1;
  std::uint64_t slots = ceil_log(pops.g) + (pops.g > 1 ? 1 : 0);
  for (NodeId base = 0; base < pops.d; base += pops.g) {
    slots += 2 + 2 * ceil_log(std::min(pops.g, pops.d - base));
  }
  return slots;
}

/// ceil(log n) combinations; n - 1 receptions by at most g^2 a slot.
std::uint64_t bound_scan_three_step(const PopsShape& pops) {
  const std::uint64_t n = pops.nodes();
  return std::max(ceil_log(n), ceil_div(n - 1, std::uint64_t{pops.g} * pops.g));
}

Algorithm<PopsCase> in_three_steps(const char* operation) {
  return {.operation = operation,
          .name = "three-step",
          .summary = "prefixes inside groups by relays, then of the groups, then spread in them",
          .parameters = scan_parameters(operation),
          .program = three_step,
          .equations = {prefix_sum([](const PopsCase& at) {
            if (!at.shape.powers_of_two()) return Relation::kApproximate;
            return at.shape.d <= at.shape.g ? Relation::kEqual : Relation::kAtMost;
          })},
          .exact = in_slots<slots_scan_three_step>,
          .lower_bound = in_slots<bound_scan_three_step>};
}

}  // namespace

Algorithm<PopsCase> scan_three_step() { return in_three_steps("scan"); }
Algorithm<PopsCase> rank_three_step() { return in_three_steps("rank"); }

}  // namespace plexus::pops
