#include "models/pops/case.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

namespace {

/// The root listens in all slots; slot `turn` is that of this processor.
Program in_turns_gather(pops_node& self, const PopsCase& at, NodeId turn, std::uint64_t slots) {
  if (self.id() == at.root) {
    co_await self.listen(at.words, slots);
  } else {
    co_await send_in_turn(self, at.words, turn, slots, self.to(at.words, at.root, self.id()));
  }
}

/// Slot t is that of the t-th processor other than the root, in ascending order.
Program direct_gather(pops_node& self, const PopsCase& at) {
  return in_turns_gather(self, at, self.id() < at.root ? self.id() : self.id() - 1,
                         at.shape.others());
}

/// The processors of every group other than the root form a queue; in slot t the t-th entry of
/// every queue sends, and the root accepts all.
Program multi_rx(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const bool behind = self.group() == pops.group(at.root) && self.index() > pops.index(at.root);
  return in_turns_gather(self, at, behind ? self.index() - 1 : self.index(), pops.most_others());
}

}  // namespace

Algorithm<PopsCase> gather_direct() {
  return {.operation = "gather",
          .name = "direct",
          .summary = "one after another sends to the root",
          .is_default = true,
          .parameters = parameters({root_parameter()}),
          .program = direct_gather,
          .exact = in_slots<&PopsShape::others>};
}

Algorithm<PopsCase> gather_multi_rx() {
  return {
      .operation = "gather",
      .name = "multi-rx",
      .summary = "one of every group at a time, the root accepts from all of its couplers",
      .parameters = parameters({root_parameter(), multi_rx_parameter()}),
      .prepare = [](PopsCase& at) { require_knob(at.rules.multi_rx, "--multi-rx", "multi-rx"); },
      .program = multi_rx,
      .exact = in_slots<&PopsShape::most_others>};
}

}  // namespace plexus::pops
