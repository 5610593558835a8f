#include "models/pops/permutation.hpp"

#include <algorithm>
#include <unordered_map>

namespace plexus::pops {

Operation all_sent(const PopsCase& at) {
  return image_operation("permutation", at.image, at.words);
}

void plan_straight(PopsCase& at) {
  at.plan = SendPlan{at.nodes()};
  std::unordered_map<std::uint64_t, std::uint64_t> queued;  // by coupler
  for (NodeId x = 0; x < at.nodes(); ++x) {
    const auto to = at.target(x);
    if (!to || *to == x) continue;
    const std::uint64_t coupler =
        std::uint64_t{at.shape.group(*to)} * at.shape.g + at.shape.group(x);
    at.plan.send(queued[coupler]++, x, *to);
  }
}

Program straight(pops_node& self, const PopsCase& at) {
  const std::uint64_t mine = at.plan.slot[self.id()];
  if (mine == SendPlan::kNever) {
    co_await self.listen(at.words, at.plan.slots);
  } else {
    co_await send_in_turn(self, at.words, mine, at.plan.slots,
                          self.to(at.words, at.plan.to[self.id()], self.id()));
  }
}

Program by_relays(pops_node& self, const PopsCase& at) {
  const NodeId x = self.id();
  if (at.shape.d == 1) return one_hop(self, at.words, at.target(x), datum(x));
  return two_hop(self, at.words, at.shape.passes(),
                 TwoSlotRoute{at.relays[x], at.image[x], at.image[x]}, datum(x));
}

Program by_rho(pops_node& self, const PopsCase& at) {
  return simulated_move(self, at.words, at.target(self.id()), datum(self.id()));
}

Program inside_groups(pops_node& self, const PopsCase& at) {
  return move_inside_groups(self, at.words, at.image, datum(self.id()));
}

Program move_inside_groups(pops_node& self, Words m, const Image& image, Numbers data,
                           std::optional<Packet>* given) {
  const PopsShape pops = self.shape();
  const NodeId e = self.group();
  const NodeId f = self.index();
  if (pops.d == 1) co_return;  // nothing can move
  const auto onward = [&](NodeId to, const Numbers& what) {
    return self.give(m, to, what, given != nullptr);
  };
  for (NodeId lo = 0; lo < pops.d; lo += pops.g + 1) {  // indices lo .. lo + c - 1
    const NodeId c = std::min(pops.g + 1, pops.d - lo);
    std::optional<Packet> message;
    if (f == lo) {
      message = onward(image[self.id()], data);
    } else if (f > lo + 1 && f < lo + c) {  // by p(k, y)
      const NodeId u = f - lo - 1;
      const NodeId k = (e + u) % pops.g;
      const NodeId taken = pops.index(image[pops.at(k, lo)]);
      NodeId y = u - 1;  // the u-th smallest index not in {taken, lo + 1}
      if (y >= std::min(taken, lo + 1)) ++y;
      if (taken != lo + 1 && y >= std::max(taken, lo + 1)) ++y;
      message = self.via(m, pops.at(k, y), data, image[self.id()], image[self.id()]);
    }
    std::optional<Packet> heard = co_await self.slot(m, std::move(message));
    message.reset();
    const bool relays = heard && heard->header().onward;
    if (relays) {
      const auto to = static_cast<NodeId>(heard->header().onward->first);
      message = onward(to, data_of(*heard));
    }
    if (heard && !relays) *given = std::move(heard);
    if (c < 2) continue;
    if (f == lo + 1) message = onward(image[self.id()], data);
    heard = co_await self.slot(m, std::move(message));
    if (relays) self.passed_on();
    if (heard) *given = std::move(heard);
  }
}

std::optional<Cycles> bound_inside_groups(const PopsCase& at) {
  if (is_identity(at.image)) return 0_cycles;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (at.image[x] == x) return std::nullopt;
  }
  return in_slots<[](const PopsShape& pops) {
    return ceil_div(2 * std::uint64_t{pops.d}, std::uint64_t{pops.g} + 1);
  }>(at);
}

}  // namespace plexus::pops
