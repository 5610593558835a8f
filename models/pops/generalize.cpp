#include <fmt/format.h>

#include "models/pops/algorithm.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

namespace {

/// What p(k) begins with: its destination, and how many data there are.
struct GeneralizeInput {
  std::vector<NodeId> destinations;
  std::int64_t before_first = -1;  ///< dest(-1)
  bool printed = false;            ///< line (42) as printed

  [[nodiscard]] bool has_datum(NodeId k) const { return k < destinations.size(); }
};

std::shared_ptr<const GeneralizeInput> input_of(const PopsCase& at, bool printed) {
  return std::make_shared<const GeneralizeInput>(
      GeneralizeInput{at.destinations, printed ? 0 : at.first_destination, printed});
}

std::unique_ptr<pops_data> data_after(const PopsCase& at, std::int64_t before_first) {
  std::vector<std::uint64_t> expected(at.nodes(), one_datum::kNone);
  std::int64_t low = before_first;
  for (NodeId k = 0; k < at.destinations.size(); ++k) {
    for (std::int64_t x = low + 1; x <= at.destinations[k]; ++x) {
      expected[static_cast<std::size_t>(x)] = k;
    }
    low = at.destinations[k];
  }
  return std::make_unique<one_datum>(std::move(expected));
}

/// Step 1, lines (44)-(46): the destination of p(k) goes to p(k+1), which thus learns where its own
/// range begins.
Program shift_destinations(pops_node& self, Words m, const GeneralizeInput& input,
                           std::int64_t& low) {
  const PopsShape& pops = self.shape();
  const NodeId k = self.id();
  std::optional<NodeId> target;
  MessageData destination{};
  if (input.has_datum(k)) destination = datum(input.destinations[k]);
  if (input.has_datum(k + 1)) target = k + 1;
  std::optional<Received> given;
  if (pops.d == 1) {
    co_await one_hop(self, m, target, destination, &given);
  } else {
    std::optional<TwoSlotRoute> route;
    if (target) route.emplace(self.own_stop(), *target);
    co_await two_hop(self, m, pops.passes(), route, destination, &given);
  }
  low = given ? static_cast<std::int64_t>(given->data[0]) : input.before_first;
}

/// Step 2, lines (40)-(43): the relay of p(k) drives the couplers of the groups from that of
/// lowDest + 1 on. The paper's range begins with the group of lowDest: then it may end in a coupler
/// that the datum before needs (erratum E9).
Program two_hop_generalize(pops_node& self, Words m, const GeneralizeInput& input) {
  const PopsShape& pops = self.shape();
  const NodeId k = self.id();
  std::int64_t low = -1;
  co_await shift_destinations(self, m, input, low);
  if (pops.d == 1) {
    std::vector<NodeId> receivers;
    std::optional<Message> message;
    if (input.has_datum(k)) {
      receivers = processors(static_cast<NodeId>(low + 1), input.destinations[k]);
    }
    if (!receivers.empty()) message = self.to(receivers, datum(k));
    co_await self.slot(m, std::move(message));
    co_return;
  }
  std::optional<TwoSlotRoute> route;
  if (input.has_datum(k)) {
    route.emplace(self.own_stop(), static_cast<NodeId>(low + 1), input.destinations[k]);
  }
  co_await two_hop(self, m, pops.passes(), route, datum(k));
}

/// As printed: every coupler of the range is driven, also where nobody listens.
Program printed_generalize(pops_node& self, Words m, const GeneralizeInput& input) {
  const PopsShape pops = self.shape();
  const NodeId k = self.id();
  const RelayStop own = self.own_stop();
  std::int64_t low = 0;
  co_await shift_destinations(self, m, input, low);
  std::vector<NodeId> receivers;
  std::vector<NodeId> groups;
  for (NodeId pass = 0; pass < pops.passes(); ++pass) {
    std::optional<Message> message;
    if (input.has_datum(k) && own.pass == pass) {
      message = self.via(own.relay, datum(k), static_cast<NodeId>(low + 1), input.destinations[k]);
    }
    const auto heard = co_await self.slot(m, std::move(message));
    message.reset();
    if (heard) {
      receivers = processors(heard->first, heard->last);
      groups = processors((heard->first - 1) / pops.d, heard->last / pops.d);
      message = self.to(receivers, heard->data);
      message->groups = groups;
    }
    co_await self.slot(m, std::move(message));
    if (heard) self.passed_on();
  }
}

/// Records (destination H, datum), bits from high to low, mid the middle of the present subcube: in
/// the lower half a record stays and, with H >= mid, is also sent up; in the upper half it is sent
/// down and, with H >= mid, stays. Where two meet, the one with the smaller H remains.
Program on_hypercube(pops_node& self, Words m, const GeneralizeInput& input) {
  const NodeId x = self.id();
  std::optional<MessageData> record;  // datum, H
  if (input.has_datum(x)) record = MessageData{x, input.destinations[x], 0};
  for (NodeId b = self.shape().bits(); b-- > 0;) {
    const NodeId bit = NodeId{1} << b;
    const NodeId mid = (x & ~(2 * bit - 1)) + bit;
    const bool upper = (x & bit) != 0;
    const bool far = record && (*record)[1] >= mid;
    std::optional<NodeId> target;
    if (record && (upper || far)) target = x ^ bit;
    const MessageData sent = record.value_or(MessageData{});
    if (upper && !far) record.reset();
    std::optional<Received> given;
    co_await simulated_move(self, m, target, sent, &given);
    if (given && (!record || given->data[1] < (*record)[1])) record = given->data;
  }
  if (record) self.keep(datum((*record)[0]));
}

using GeneralizeProgram = Program (*)(pops_node&, Words, const GeneralizeInput&);

std::function<std::function<Program(pops_node&)>(const PopsCase&)> each(GeneralizeProgram program,
                                                                        bool printed) {
  return [program, printed](const PopsCase& at) {
    return [m = at.words, program, input = input_of(at, printed)](pops_node& self) {
      return program(self, m, *input);
    };
  };
}

std::uint64_t slots(const PopsCase& at) { return 2 * at.shape.move_slots(); }

PopsEquation four_passes() {
  return counted(
      "generalize", "4.3", [](const PopsCase& at) { return at.shape.d == 1 ? 2 : 4 * passes(at); },
      equal_always);
}

}  // namespace

const PopsAlgorithm kGeneralizeTwoHop{
    .operation = "generalize",
    .name = "two-hop",
    .summary = "the destinations shift by one, then every datum goes by a relay to its range",
    .knobs = {PopsKnob::kDestinations, PopsKnob::kFirstDestination},
    .require = {},
    .data = [](const PopsCase& at) { return data_after(at, at.first_destination); },
    .programs = each(two_hop_generalize, false),
    .equations = {four_passes()},
    .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
    .lower_bound = {}};

const PopsAlgorithm kGeneralizeHypercube{
    .operation = "generalize",
    .name = "hypercube",
    .summary = "records spread over their ranges bit by bit, every move simulated",
    .knobs = {PopsKnob::kDestinations, PopsKnob::kFirstDestination},
    .require =
        [](const PopsCase& at) {
          require_powers_of_two(at, "hypercube");
          if (at.first_destination == -1) return;
          throw Refusal{RefusalClass::kFeature,
                        fmt::format("--algorithm hypercube begins with processor 0, that is "
                                    "--first-destination -1, not {}: choose two-hop.",
                                    at.first_destination)};
        },
    .data = [](const PopsCase& at) { return data_after(at, -1); },
    .programs = each(on_hypercube, false),
    .equations = {simulated_hypercube("generalize, simulated", "4.3")},
    .exact = simulated_hypercube_cycles,
    .lower_bound = {}};

const PopsAlgorithm kGeneralizePrinted{
    .operation = "generalize",
    .name = "two-hop-printed",
    .summary = "line (42) as printed: collides for d >= g (erratum E9)",
    .knobs = {PopsKnob::kDestinations},
    .require = [](const PopsCase& at) { require_d_above_one(at, "two-hop-printed"); },
    .data = [](const PopsCase& at) { return data_after(at, 0); },
    .programs = each(printed_generalize, true),
    .equations = {four_passes()},
    .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
    .lower_bound = {}};

}  // namespace plexus
