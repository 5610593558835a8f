#include "models/pops/generalize.hpp"

#include <fmt/format.h>

#include "models/pops/two_hop.hpp"

namespace plexus::pops {

Program shift_destinations(pops_node& self, const PopsCase& at, std::int64_t& low) {
  const NodeId k = self.id();
  std::optional<NodeId> target;
  if (destination(at, k + 1)) target = k + 1;
  std::optional<Packet> given;
  co_await one_or_two_hops(self, at.words, target, self.by_position(), k,
                           datum(destination(at, k).value_or(0)), &given);
  low = given ? static_cast<std::int64_t>(data_of(*given)[0]) : at.first_destination;
}

Equation<PopsCase> four_passes() {
  return simulated("generalize", "4.3", [](const PopsCase&) { return 2.0; });
}

std::uint64_t two_moves(const PopsShape& pops) { return 2 * pops.move_slots(); }

namespace {

/// Step 2, lines (40)-(43): the relay of p(k) drives the couplers of the groups from that of
/// lowDest + 1 on. The paper's range begins with the group of lowDest: then it may end in a coupler
/// that the datum before needs (erratum P8).
Program two_hop_generalize(pops_node& self, const PopsCase& at) {
  const NodeId k = self.id();
  std::int64_t low = -1;
  co_await shift_destinations(self, at, low);
  const auto first = static_cast<NodeId>(low + 1);
  const auto last = destination(at, k);
  if (at.shape.d == 1) {
    std::optional<Packet> message;
    if (last && first <= *last) message = self.to(at.words, processors(first, *last), k);
    co_await self.slot(at.words, std::move(message));
    co_return;
  }
  std::optional<TwoSlotRoute> route;
  if (last) route = {self.stop(self.by_position(), k), first, *last};
  co_await two_hop(self, at.words, at.shape.passes(), route, datum(k));
}

/// Records (destination H, datum), bits from high to low, mid the middle of the present subcube: in
/// the lower half a record stays and, with H >= mid, is also sent up; in the upper half it is sent
/// down and, with H >= mid, stays. Where two meet, the one with the smaller H remains.
Program on_hypercube_generalize(pops_node& self, const PopsCase& at) {
  const NodeId x = self.id();
  Record record = record_for(self, destination(at, x));
  for (NodeId b = at.shape.bits(); b-- > 0;) {
    const NodeId bit = NodeId{1} << b;
    const NodeId mid = (x & ~(2 * bit - 1)) + bit;
    const bool upper = (x & bit) != 0;
    const bool far = record && (*record)[1] >= mid;
    std::optional<NodeId> target;
    if (record && (upper || far)) target = x ^ bit;
    const Numbers sent = record.value_or(Numbers{});
    if (upper && !far) record.reset();
    std::optional<Packet> given;
    co_await simulated_move(self, at.words, target, sent, &given);
    if (given && (!record || data_of(*given)[1] < (*record)[1])) record = data_of(*given);
  }
  if (record) self.keep((*record)[0]);
}

}  // namespace

Algorithm<PopsCase> generalize_two_hop() {
  return {.operation = "generalize",
          .name = "two-hop",
          .summary = "the destinations shift by one, then every datum goes by a relay to its range",
          .is_default = true,
          .parameters = parameters({destinations_parameter(), first_destination_parameter()}),
          .program = two_hop_generalize,
          .equations = {four_passes()},
          .exact = in_slots<two_moves>};
}

Algorithm<PopsCase> generalize_hypercube() {
  return {.operation = "generalize",
          .name = "hypercube",
          .summary = "records spread over their ranges bit by bit, every move simulated",
          .parameters = parameters({destinations_parameter(), first_destination_parameter()}),
          .prepare =
              [](PopsCase& at) {
                require_powers_of_two(at, "hypercube");
                if (at.first_destination == -1) return;
                throw Refusal{RefusalClass::kFeature,
                              fmt::format("--algorithm hypercube begins with processor 0, that is "
                                          "--first-destination -1, not {}: choose two-hop.",
                                          at.first_destination)};
              },
          .program = on_hypercube_generalize,
          .equations = {simulated("generalize, simulated", "4.3", hypercube_moves)},
          .exact = in_slots<&PopsShape::hypercube_slots>};
}

}  // namespace plexus::pops
