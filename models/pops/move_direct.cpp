#include "models/pops/algorithm.hpp"

namespace plexus {

namespace {

/// p(src) -> c(group(dst), group(src)) -> p(dst): the diameter is 1.
Program move(pops_node& self, Words m, NodeId source, NodeId destination) {
  if (source == destination) co_return;
  std::optional<Message> message;
  if (self.id() == source) message = self.to(destination, datum(source));
  co_await self.slot(m, std::move(message));
}

std::uint64_t slots(const PopsCase& at) { return at.source == at.destination ? 0 : 1; }

}  // namespace

const PopsAlgorithm kMoveDirect{
    .operation = "move",
    .name = "direct",
    .summary = "one slot through the coupler between the two groups",
    .knobs = {PopsKnob::kEnds},
    .require = {},
    .data =
        [](const PopsCase& at) {
          std::vector<std::uint64_t> expected(at.nodes(), one_datum::kNone);
          if (at.source != at.destination) expected[at.destination] = at.source;
          return std::make_unique<one_datum>(std::move(expected));
        },
    .programs =
        [](const PopsCase& at) {
          return [m = at.words, source = at.source, destination = at.destination](pops_node& self) {
            return move(self, m, source, destination);
          };
        },
    .equations = {counted(
        "diameter", "1", [](const PopsCase&) { return 1.0; },
        [](const PopsCase& at) { return slots(at) == 1 ? Relation::kEqual : Relation::kAtMost; })},
    .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
    .lower_bound = [](const PopsCase& at) { return slots_of(at, slots(at)); }};

}  // namespace plexus
