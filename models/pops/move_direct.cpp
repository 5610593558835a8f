#include "models/pops/case.hpp"

namespace plexus::pops {

namespace {

/// p(src) -> c(group(dst), group(src)) -> p(dst): the diameter is 1.
Program move(pops_node& self, const PopsCase& at) {
  if (at.source == at.destination) co_return;
  std::optional<Packet> message;
  if (self.id() == at.source) message = self.to(at.words, at.destination, at.source);
  co_await self.slot(at.words, std::move(message));
}

std::uint64_t slots_direct(const PopsCase& at) { return at.source == at.destination ? 0 : 1; }

Operation data_direct(const PopsCase& at) {
  std::vector<NodeId> origin(at.nodes(), kNoNode);
  if (at.source != at.destination) origin[at.destination] = at.source;
  return delivery_operation("move", std::move(origin), at.words);
}

}  // namespace

Algorithm<PopsCase> move_direct() {
  return {.operation = "move",
          .name = "direct",
          .summary = "one slot through the coupler between the two groups",
          .is_default = true,
          .parameters = parameters(ends_parameters()),
          .data = data_direct,
          .program = move,
          .equations = {slots_formula(
              "diameter", "1", [](const PopsCase&) { return 1.0; },
              [](const PopsCase& at) {
                return slots_direct(at) == 1 ? Relation::kEqual : Relation::kAtMost;
              })},
          .exact = in_slots<slots_direct>,
          .lower_bound = in_slots<slots_direct>};
}

}  // namespace plexus::pops
