#include "models/pops/window_sums.hpp"

/// Slot j: p(i, j) -> c(i, i) -> all others that need its array.
namespace plexus::pops {

namespace {

Program direct_window_direct(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const Windows windows{at};
  const NodeId j = self.index();
  Sum sum = windows.own(self.id());
  std::vector<NodeId> receivers;
  for (NodeId k = 0; k < pops.d; ++k) {
    if (windows.needs(k, j)) receivers.push_back(pops.at(self.group(), k));
  }
  for (NodeId t = 0; at.subgroup > 1 && t < pops.d;) {
    std::optional<Packet> heard;
    if (t == j) {
      std::optional<Packet> message;
      if (!receivers.empty()) message = self.hand(at.array(), NodeSet{receivers}, datum(self.id()));
      heard = co_await self.slot(at.array(), std::move(message));
      ++t;
    } else {
      Slots listening = self.listen(at.array(), (t < j ? j : pops.d) - t);
      heard = co_await listening;
      t += static_cast<NodeId>(listening.taken());
    }
    if (heard) sum += windows.part(j, static_cast<NodeId>(data_of(*heard)[0]));
  }
  self.result(sum.payload());
}

Algorithm<PopsCase> straight_to_windows(const char* operation, const char* summary) {
  return {.operation = operation,
          .name = "direct",
          .summary = summary,
          .parameters = window_parameters(operation),
          .prepare = in_windows(operation),
          .program = direct_window_direct,
          .exact = [](const PopsCase& at) {
            return (at.subgroup > 1 ? at.shape.d : 0) * at.slot(at.array());
          }};
}

}  // namespace

Algorithm<PopsCase> consecutive_direct() {
  return straight_to_windows(kConsecutive,
                             "one array of every group in each slot, to all of its subgroup");
}

Algorithm<PopsCase> adjacent_direct() {
  return straight_to_windows(kAdjacent,
                             "one array of every group in each slot, to all that need it");
}

}  // namespace plexus::pops
