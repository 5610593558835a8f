#include "models/pops/two_hop.hpp"

#include <utility>
#include <vector>

namespace plexus::pops {

Program two_hop(pops_node& self, Words m, NodeId passes, std::optional<TwoSlotRoute> route,
                Load load, std::optional<Received>* given) {
  const std::uint64_t slots = 2 * std::uint64_t{passes};
  std::vector<NodeId> receivers;
  std::vector<NodeId> groups;
  for (std::uint64_t t = 0; t < slots;) {  // slots that have ended
    std::optional<Received> heard;
    const std::uint64_t mine = route ? 2 * std::uint64_t{route->by.pass} : slots;
    if (t == mine) {
      Message message = self.via(route->by.relay, load.data, route->first, route->last);
      message.more = load.more;
      heard = co_await self.slot(m, std::move(message));
      ++t;
    } else {
      Slots listening = self.listen(m, (t < mine ? mine : slots) - t);
      heard = co_await listening;
      t += listening.taken();
    }
    if (heard && t % 2 == 1) {  // to be passed on
      const NodeId first = heard->first;
      const NodeId last = heard->last;
      std::optional<Message> onward;
      if (first == last) {
        onward = self.to(first, heard->data);
      } else if (first < last) {
        receivers = processors(first, last);
        onward = self.to(receivers, heard->data);
        const auto [from, to] = self.groups(first, last);
        groups = processors(from, to);
        onward->groups = groups;
      }
      if (onward) {
        onward->into_memory = given == nullptr;
        onward->more = heard->more;
      }
      heard = co_await self.slot(m, std::move(onward));
      self.passed_on();
      ++t;
    }
    if (heard) *given = std::move(heard);
  }
}

Program one_hop(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                std::optional<Received>* given) {
  std::optional<Message> message;
  if (target) {
    message = self.to(*target, load.data);
    message->more = load.more;
    message->into_memory = given == nullptr;
  }
  std::optional<Received> heard = co_await self.slot(m, std::move(message));
  if (heard) *given = std::move(heard);
}

Program one_or_two_hops(pops_node& self, Words m, std::optional<NodeId> target, RelayRule rule,
                        NodeId key, Load load, std::optional<Received>* given) {
  if (self.shape().d == 1) return one_hop(self, m, target, std::move(load), given);
  std::optional<TwoSlotRoute> route;
  if (target) route = {self.stop(rule, key), *target, *target};
  return two_hop(self, m, self.shape().passes(), route, std::move(load), given);
}

Program simulated_move(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                       std::optional<Received>* given) {
  return one_or_two_hops(self, m, target, RelayRule::kRho, self.id(), std::move(load), given);
}

Program send_in_turn(pops_node& self, Words m, std::uint64_t turn, std::uint64_t slots,
                     Message message) {
  co_await self.listen(m, turn);
  co_await self.slot(m, std::move(message));
  co_await self.listen(m, slots - 1 - turn);
}

}  // namespace plexus::pops
