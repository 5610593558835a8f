#include "models/pops/reduce.hpp"

#include "models/pops/module.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

Program fold(pops_node& self, const PopsCase& at) {
  Sum sum = Sum::operand(self.id());
  const std::uint64_t mine = at.plan.slot[self.id()];
  const std::uint64_t until = std::min(mine, at.plan.slots);
  for (std::uint64_t t = 0; t < until;) {
    Slots listening = self.listen(at.words, until - t);
    const auto heard = co_await listening;
    if (heard) sum += Sum::of(data_of(*heard));
    t += listening.taken();
  }
  if (mine != SendPlan::kNever) {
    co_await self.slot(at.words, self.hand(at.words, at.plan.to[self.id()], sum.payload()));
    co_await self.listen(at.words, at.plan.slots - 1 - mine);
  } else if (self.id() == at.root) {
    self.result(sum.payload());
  }
}

std::optional<std::string> wrong_sum(const PopsCase& at, const pops_machine& top) {
  Sum all;
  for (NodeId x = 0; x < at.nodes(); ++x) all += Sum::operand(x);
  std::vector<std::optional<Numbers>> expected(at.nodes());
  expected[at.root] = all.payload();
  return top.wrong_result(expected);
}

Program move_and_add(pops_node& self, Words m, std::optional<NodeId> target, Sum& sum) {
  std::optional<Packet> given;
  co_await simulated_move(self, m, target, sum.payload(), &given);
  if (given) sum += Sum::of(data_of(*given));
}

}  // namespace plexus::pops
