#include <algorithm>
#include <cstddef>

#include "models/express-mesh/line_watch.hpp"
#include "models/express-mesh/lists.hpp"

namespace plexus {

void keep_set(alu_node& self, std::uint32_t index, const Operand& set, Sets& sets) {
  tell_lines(self, [&](line_watch_if& watch) { watch.set_kept(self, index, set); });
  const std::size_t place = std::min<std::size_t>(index, sets.size());
  sets.insert(sets.begin() + static_cast<std::ptrdiff_t>(place), set);
  self.note_sets(sets.size());
}

Program gather_sets(alu_node& self, ListPlace at, const Operand& value, Sets& sets,
                    std::uint32_t first) {
  if (at.index == 0) keep_set(self, first, value, sets);
  co_await gather(self, at, Record{value}, [&, next = first](const Record& arrived) mutable {
    keep_set(self, ++next, arrived.operand, sets);
  });
}

Program overlap_sets(alu_node& self, ListPlace at, Sets& sets) {
  const bool receives = at.behind() > 0;
  const bool sends = at.index > 0;
  if (receives || sends) {
    tell_lines(self, [&](line_watch_if& watch) {
      watch.overlap_begins(self, {!sends, !receives, at.towards, at.from,
                                  static_cast<std::uint32_t>(sets.size()), self.hop(at.towards)});
    });
  }
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (!receives) {
      if (sends) co_await self.send(at.towards, sets[k], at.tap);
    } else if (!sends || k == 0) {
      sets[k] = self.combine(sets[k], (co_await self.receive(at.from)).operand);
    } else {  // the set before leaves while this one comes
      const Operand arrived =
          (co_await both(self.send(at.towards, sets[k - 1], at.tap), self.receive(at.from)))
              .operand;
      sets[k] = self.combine(sets[k], arrived);
    }
  }
  if (receives && sends) co_await self.send(at.towards, sets.back(), at.tap);
}

Operand fold(const alu_node& self, const Sets& sets) {
  Operand all;
  for (const Operand& set : sets) all = self.combine(all, set);
  return all;
}

}  // namespace plexus
