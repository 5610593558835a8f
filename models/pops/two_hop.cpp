#include "models/pops/two_hop.hpp"

#include <utility>
#include <vector>

namespace plexus::pops {

Program two_hop(pops_node& self, Words m, NodeId passes, std::optional<TwoSlotRoute> route,
                Load load, std::optional<Packet>* given) {
  const std::uint64_t slots = 2 * std::uint64_t{passes};
  for (std::uint64_t t = 0; t < slots;) {  // slots that have ended
    std::optional<Packet> heard;
    const std::uint64_t mine = route ? 2 * std::uint64_t{route->by.pass} : slots;
    if (t == mine) {
      heard = co_await self.slot(
          m, self.via(m, route->by.relay, std::move(load), route->first, route->last));
      ++t;
    } else {
      Slots listening = self.listen(m, (t < mine ? mine : slots) - t);
      heard = co_await listening;
      t += listening.taken();
    }
    if (heard && t % 2 == 1) {  // to be passed on
      const Interval to = *heard->header().onward;
      const Load& what = load_of(*heard);
      const auto first = static_cast<NodeId>(to.first);
      std::optional<Packet> onward;
      if (to.count == 1) {
        onward = self.give(m, first, what, given != nullptr);
      } else if (to.count > 1) {
        const auto [low, high] = self.groups(first, static_cast<NodeId>(to.end() - 1));
        const NodeSet groups = processors(low, high);
        onward = self.give(m, NodeSet::run(to), what, given != nullptr, groups);
      }
      heard = co_await self.slot(m, std::move(onward));
      self.passed_on();
      ++t;
    }
    if (heard) *given = std::move(heard);
  }
}

Program one_hop(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                std::optional<Packet>* given) {
  std::optional<Packet> message;
  if (target) message = self.give(m, *target, std::move(load), given != nullptr);
  std::optional<Packet> heard = co_await self.slot(m, std::move(message));
  if (heard) *given = std::move(heard);
}

Program one_or_two_hops(pops_node& self, Words m, std::optional<NodeId> target, RelayRule rule,
                        NodeId key, Load load, std::optional<Packet>* given) {
  if (self.shape().d == 1) return one_hop(self, m, target, std::move(load), given);
  std::optional<TwoSlotRoute> route;
  if (target) route = {self.stop(rule, key), *target, *target};
  return two_hop(self, m, self.shape().passes(), route, std::move(load), given);
}

Program simulated_move(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                       std::optional<Packet>* given) {
  return one_or_two_hops(self, m, target, RelayRule::kRho, self.id(), std::move(load), given);
}

Program send_in_turn(pops_node& self, Words m, std::uint64_t turn, std::uint64_t slots,
                     Packet message) {
  co_await self.listen(m, turn);
  co_await self.slot(m, std::move(message));
  co_await self.listen(m, slots - 1 - turn);
}

}  // namespace plexus::pops
