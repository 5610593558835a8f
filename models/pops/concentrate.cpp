#include "models/pops/records.hpp"
#include "models/pops/two_hop.hpp"

/// The selected data go to processors 0, 1, .. in their order. A processor knows its rank, the
/// number of smaller selected ones, which operation rank works out.
namespace plexus::pops {

namespace {

std::optional<NodeId> rank(const PopsCase& at, NodeId x) {
  const auto place = std::ranges::lower_bound(at.selected, x);
  if (place == at.selected.end() || *place != x) return std::nullopt;
  return static_cast<NodeId>(place - at.selected.begin());
}

/// Lines (28)-(31), for d <= g by rho(r); for d > g passes by rank: with a = r mod d pass
/// floor(a/g) and relay p(a mod g, floor(r/d)). As printed, passes by position, two ranks of a pass
/// may meet at a coupler (erratum P7): source group and destination group are intervals of at most
/// d ranks, so r mod d tells them apart.
Program by_rank(pops_node& self, const PopsCase& at) {
  const auto r = rank(at, self.id());
  return one_or_two_hops(self, at.words, r, RelayRule::kRank, r.value_or(0), datum(self.id()));
}

/// As printed: passes by position, relay p(r mod g, i), for d < g p(r mod g, floor(r/g)).
Program by_position_concentrate(pops_node& self, const PopsCase& at) {
  const PopsShape& pops = at.shape;
  std::optional<TwoSlotRoute> route;
  if (const auto r = rank(at, self.id())) {
    const NodeId index = pops.d < pops.g ? *r / pops.g : self.group();
    route = {{pops.at(*r % pops.g, index), pops.pass(self.id())}, *r, *r};
  }
  return two_hop(self, at.words, pops.passes(), route, datum(self.id()));
}

/// Bits from low to high: a record moves if its place and its rank differ in the bit.
Program on_hypercube_concentrate(pops_node& self, const PopsCase& at) {
  Record record = record_for(self, rank(at, self.id()));
  for (NodeId b = 0; b < at.shape.bits(); ++b) co_await move_record(self, at.words, b, record);
  if (record) self.keep((*record)[0]);
}

}  // namespace

Algorithm<PopsCase> concentrate_two_hop() {
  return {.operation = "concentrate",
          .name = "two-hop",
          .summary = "every selected datum by the relay of its rank, passes by rank",
          .is_default = true,
          .parameters = parameters({selected_parameter()}),
          .program = by_rank,
          .equations = {two_hop_passes("concentrate", "4.1")},
          .exact = in_slots<&PopsShape::move_slots>};
}

Algorithm<PopsCase> concentrate_hypercube() {
  return {.operation = "concentrate",
          .name = "hypercube",
          .summary = "records move to their ranks bit by bit, every move simulated",
          .parameters = parameters({selected_parameter()}),
          .prepare = needs_powers_of_two("hypercube"),
          .program = on_hypercube_concentrate,
          .equations = {simulated("concentrate, simulated", "4.1", hypercube_moves)},
          .exact = in_slots<&PopsShape::hypercube_slots>};
}

Algorithm<PopsCase> concentrate_printed() {
  return {.operation = "concentrate",
          .name = "two-hop-printed",
          .summary = "passes by position as printed: collides for d > g (erratum P7)",
          .parameters = parameters({selected_parameter()}),
          .prepare = [](PopsCase& at) { require_d_above_one(at, "two-hop-printed"); },
          .program = by_position_concentrate,
          .equations = {two_hop_passes("concentrate", "4.1")},
          .exact = in_slots<&PopsShape::move_slots>};
}

}  // namespace plexus::pops
