#include "models/pops/algorithm.hpp"
#include "models/pops/broadcast.hpp"

namespace plexus {

namespace {

/// p(root) -> c(*, group(root)) -> all the others.
Program broadcast(pops_node& self, Words m, NodeId root) {
  const NodeId n = self.shape().nodes();
  if (n == 1) co_return;
  std::vector<NodeId> others;
  std::optional<Message> message;
  if (self.id() == root) {
    others = processors_but(0, n - 1, root);
    message = self.to(others, datum(root));
  }
  co_await self.slot(m, std::move(message));
}

std::uint64_t slots(const PopsCase& at) { return at.nodes() == 1 ? 0 : 1; }

}  // namespace

std::unique_ptr<pops_data> broadcast_data(const PopsCase& at) {
  std::vector<std::uint64_t> expected(at.nodes(), at.root);
  expected[at.root] = one_datum::kNone;
  return std::make_unique<one_datum>(std::move(expected));
}

const PopsAlgorithm kBroadcastOneSlot{
    .operation = "broadcast",
    .name = "one-slot",
    .summary = "the root drives all of its couplers",
    .knobs = {PopsKnob::kRoot},
    .require = {},
    .data = broadcast_data,
    .programs =
        [](const PopsCase& at) {
          return
              [m = at.words, root = at.root](pops_node& self) { return broadcast(self, m, root); };
        },
    .equations = {counted(
        "one-to-all", "1", [](const PopsCase&) { return 1.0; },
        [](const PopsCase& at) { return slots(at) == 1 ? Relation::kEqual : Relation::kAtMost; })},
    .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
    .lower_bound = [](const PopsCase& at) { return slots_of(at, slots(at)); }};

}  // namespace plexus
