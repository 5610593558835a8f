#include "models/pops/reduce.hpp"

namespace plexus {

namespace {

Program play(pops_node& self, Words m, const FoldSchedule& schedule, NodeId root) {
  Sum sum = Sum::operand(self.id());
  const std::uint64_t mine = schedule.slot(self.id());
  const std::uint64_t until = mine == FoldSchedule::kNever ? schedule.slots() : mine;
  for (std::uint64_t t = 0; t < until;) {
    Slots listening = self.listen(m, until - t);
    const auto heard = co_await listening;
    if (heard) sum += Sum::of(heard->data);
    t += listening.taken();
  }
  if (mine != FoldSchedule::kNever) {
    co_await self.slot(m, self.hand(schedule.to(self.id()), sum.payload()));
    co_await self.listen(m, schedule.slots() - 1 - mine);
  } else if (self.id() == root) {
    self.result(sum.payload());
  }
}

}  // namespace

std::function<Program(pops_node&)> fold_programs(const PopsCase& at, FoldSchedule schedule) {
  auto plan = std::make_shared<const FoldSchedule>(std::move(schedule));
  return
      [m = at.words, root = at.root, plan](pops_node& self) { return play(self, m, *plan, root); };
}

std::unique_ptr<pops_data> reduce_data(const PopsCase& at) {
  Sum all;
  for (NodeId x = 0; x < at.nodes(); ++x) all += Sum::operand(x);
  std::vector<std::optional<MessageData>> expected(at.nodes());
  expected[at.root] = all.payload();
  return std::make_unique<computed>(std::move(expected));
}

}  // namespace plexus
