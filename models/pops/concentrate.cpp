#include "models/pops/algorithm.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

namespace {

constexpr NodeId kNotSelected = ~NodeId{0};

/// Each processor's rank: the number of smaller selected ones; kNotSelected for the others. This is
/// given: it comes out of operation rank.
std::vector<NodeId> ranks_of(const PopsCase& at) {
  std::vector<NodeId> ranks(at.nodes(), kNotSelected);
  for (NodeId r = 0; r < at.selected.size(); ++r) ranks[at.selected[r]] = r;
  return ranks;
}

std::unique_ptr<pops_data> data(const PopsCase& at) {
  std::vector<std::uint64_t> expected(at.nodes(), one_datum::kNone);
  for (NodeId r = 0; r < at.selected.size(); ++r) expected[r] = at.selected[r];
  return std::make_unique<one_datum>(std::move(expected));
}

/// Lines (28)-(31), for d <= g by rho(r); for d > g passes by rank: with a = r mod d pass
/// floor(a/g) and relay p(a mod g, floor(r/d)). As printed, passes by position, two ranks of a pass
/// may meet at a coupler (erratum E2): source group and destination group are intervals of at most
/// d ranks, so r mod d tells them apart.
Program by_rank(pops_node& self, Words m, NodeId rank) {
  const PopsShape& pops = self.shape();
  if (pops.d == 1) {
    std::optional<NodeId> target;
    if (rank != kNotSelected) target = rank;
    return one_hop(self, m, target, datum(self.id()));
  }
  std::optional<TwoSlotRoute> route;
  if (rank != kNotSelected) route.emplace(self.stop(RelayRule::kRank, rank), rank);
  return two_hop(self, m, pops.passes(), route, datum(self.id()));
}

/// As printed: passes by position, relay p(r mod g, i), for d < g p(r mod g, floor(r/g)).
Program by_position(pops_node& self, Words m, NodeId rank) {
  const PopsShape& pops = self.shape();
  std::optional<TwoSlotRoute> route;
  if (rank != kNotSelected) {
    const NodeId index = pops.d < pops.g ? rank / pops.g : self.group();
    route.emplace(pops.pass(self.id()), pops.at(rank % pops.g, index), rank);
  }
  return two_hop(self, m, pops.passes(), route, datum(self.id()));
}

/// Bits from low to high: a record moves if its place and its rank differ in the bit.
Program on_hypercube(pops_node& self, Words m, NodeId rank) {
  std::optional<MessageData> record;  // datum, rank
  if (rank != kNotSelected) record = MessageData{self.id(), rank, 0};
  for (NodeId b = 0; b < self.shape().bits(); ++b) {
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

using RankProgram = Program (*)(pops_node&, Words, NodeId);

std::function<std::function<Program(pops_node&)>(const PopsCase&)> each(RankProgram program) {
  return [program](const PopsCase& at) {
    auto ranks = std::make_shared<const std::vector<NodeId>>(ranks_of(at));
    return [m = at.words, program, ranks](pops_node& self) {
      return program(self, m, (*ranks)[self.id()]);
    };
  };
}

}  // namespace

PopsEquation two_hop_passes(const char* label, const char* place) {
  return counted(
      label, place, [](const PopsCase& at) { return 2 * passes(at); },
      [](const PopsCase& at) { return at.shape.d > 1 ? Relation::kEqual : Relation::kAtMost; });
}

PopsEquation simulated_hypercube(const char* label, const char* place) {
  return counted(
      label, place,
      [](const PopsCase& at) { return (at.shape.d == 1 ? 1 : 2 * passes(at)) * at.shape.bits(); },
      equal_always);
}

Cycles simulated_hypercube_cycles(const PopsCase& at) {
  return slots_of(at, at.shape.move_slots() * at.shape.bits());
}

const PopsAlgorithm kConcentrateTwoHop{
    .operation = "concentrate",
    .name = "two-hop",
    .summary = "every selected datum by the relay of its rank, passes by rank",
    .knobs = {PopsKnob::kSelected},
    .require = {},
    .data = data,
    .programs = each(by_rank),
    .equations = {two_hop_passes("concentrate", "4.1")},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = {}};

const PopsAlgorithm kConcentrateHypercube{
    .operation = "concentrate",
    .name = "hypercube",
    .summary = "records move to their ranks bit by bit, every move simulated",
    .knobs = {PopsKnob::kSelected},
    .require = [](const PopsCase& at) { require_powers_of_two(at, "hypercube"); },
    .data = data,
    .programs = each(on_hypercube),
    .equations = {simulated_hypercube("concentrate, simulated", "4.1")},
    .exact = simulated_hypercube_cycles,
    .lower_bound = {}};

const PopsAlgorithm kConcentratePrinted{
    .operation = "concentrate",
    .name = "two-hop-printed",
    .summary = "passes by position as printed: collides for d > g (erratum E2)",
    .knobs = {PopsKnob::kSelected},
    .require = [](const PopsCase& at) { require_d_above_one(at, "two-hop-printed"); },
    .data = data,
    .programs = each(by_position),
    .equations = {two_hop_passes("concentrate", "4.1")},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = {}};

}  // namespace plexus
