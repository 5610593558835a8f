#include "models/pops/algorithm.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

namespace {

std::unique_ptr<pops_data> data(const PopsCase& at) {
  std::vector<std::uint64_t> expected(at.nodes(), one_datum::kNone);
  for (NodeId k = 0; k < at.destinations.size(); ++k) expected[at.destinations[k]] = k;
  return std::make_unique<one_datum>(std::move(expected));
}

/// Lines (32)-(39): p(k) -> its relay by position -> p(dest(k)), in passes floor(j/g) for d > g.
Program by_position(pops_node& self, Words m, std::optional<NodeId> target) {
  const PopsShape& pops = self.shape();
  if (pops.d == 1) return one_hop(self, m, target, datum(self.id()));
  std::optional<TwoSlotRoute> route;
  if (target) route.emplace(self.own_stop(), *target);
  return two_hop(self, m, pops.passes(), route, datum(self.id()));
}

/// Bits from high to low: a record moves if its place and its destination differ in the bit.
Program on_hypercube(pops_node& self, Words m, std::optional<NodeId> destination) {
  std::optional<MessageData> record;  // datum, destination
  if (destination) record = MessageData{self.id(), *destination, 0};
  for (NodeId b = self.shape().bits(); b-- > 0;) {
    const NodeId bit = NodeId{1} << b;
    std::optional<NodeId> target;
    if (record && (((*record)[1] ^ self.id()) & bit) != 0) target = self.id() ^ bit;
    std::optional<Received> given;
    co_await simulated_move(self, m, target, record.value_or(MessageData{}), &given);
    if (target) record.reset();
    if (given) record = given->data;
  }
  if (record) self.keep(datum((*record)[0]));
}

using TargetProgram = Program (*)(pops_node&, Words, std::optional<NodeId>);

std::function<std::function<Program(pops_node&)>(const PopsCase&)> each(TargetProgram program) {
  return [program](const PopsCase& at) {
    auto list = std::make_shared<const std::vector<NodeId>>(at.destinations);
    return [m = at.words, program, list](pops_node& self) {
      std::optional<NodeId> target;
      if (self.id() < list->size()) target = (*list)[self.id()];
      return program(self, m, target);
    };
  };
}

}  // namespace

const PopsAlgorithm kDistributeTwoHop{
    .operation = "distribute",
    .name = "two-hop",
    .summary = "every datum by the relay of its position",
    .knobs = {PopsKnob::kDestinations},
    .require = {},
    .data = data,
    .programs = each(by_position),
    .equations = {two_hop_passes("distribute", "4.2")},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = {}};

const PopsAlgorithm kDistributeHypercube{
    .operation = "distribute",
    .name = "hypercube",
    .summary = "records move to their destinations bit by bit, every move simulated",
    .knobs = {PopsKnob::kDestinations},
    .require = [](const PopsCase& at) { require_powers_of_two(at, "hypercube"); },
    .data = data,
    .programs = each(on_hypercube),
    .equations = {simulated_hypercube("distribute, simulated", "4.2")},
    .exact = simulated_hypercube_cycles,
    .lower_bound = {}};

}  // namespace plexus
