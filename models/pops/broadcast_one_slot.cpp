#include "models/pops/broadcast.hpp"

namespace plexus::pops {

namespace {

/// p(root) -> c(*, group(root)) -> all the others.
Program in_one_slot(pops_node& self, const PopsCase& at) {
  if (at.nodes() == 1) co_return;
  std::optional<Packet> message;
  if (self.id() == at.root) {
    message = self.to(at.words, NodeSet::all_but(at.nodes(), at.root), at.root);
  }
  co_await self.slot(at.words, std::move(message));
}

std::uint64_t slots_one_slot(const PopsCase& at) { return at.nodes() == 1 ? 0 : 1; }

}  // namespace

Operation root_datum(const PopsCase& at) {
  std::vector<NodeId> origin(at.nodes(), at.root);
  origin[at.root] = kNoNode;
  return delivery_operation("broadcast", std::move(origin), at.words);
}

Algorithm<PopsCase> broadcast_one_slot() {
  return {.operation = "broadcast",
          .name = "one-slot",
          .summary = "the root drives all of its couplers",
          .is_default = true,
          .parameters = parameters({root_parameter()}),
          .data = root_datum,
          .program = in_one_slot,
          .equations = {slots_formula(
              "one-to-all", "1", [](const PopsCase&) { return 1.0; },
              [](const PopsCase& at) {
                return at.nodes() > 1 ? Relation::kEqual : Relation::kAtMost;
              })},
          .exact = in_slots<slots_one_slot>,
          .lower_bound = in_slots<slots_one_slot>};
}

}  // namespace plexus::pops
