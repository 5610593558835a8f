#include "models/pops/records.hpp"
#include "models/pops/two_hop.hpp"

/// Datum k of processors 0, 1, .. goes to the k-th destination.
namespace plexus::pops {

namespace {

/// Lines (32)-(39): p(k) -> its relay by position -> p(dest(k)), in passes floor(j/g) for d > g.
Program by_position_distribute(pops_node& self, const PopsCase& at) {
  const NodeId k = self.id();
  return one_or_two_hops(self, at.words, destination(at, k), self.by_position(), k, datum(k));
}

/// Bits from high to low: a record moves if its place and its destination differ in the bit.
Program on_hypercube_distribute(pops_node& self, const PopsCase& at) {
  Record record = record_for(self, destination(at, self.id()));
  for (NodeId b = at.shape.bits(); b-- > 0;) co_await move_record(self, at.words, b, record);
  if (record) self.keep((*record)[0]);
}

}  // namespace

Algorithm<PopsCase> distribute_two_hop() {
  return {.operation = "distribute",
          .name = "two-hop",
          .summary = "every datum by the relay of its position",
          .is_default = true,
          .parameters = parameters({destinations_parameter()}),
          .program = by_position_distribute,
          .equations = {two_hop_passes("distribute", "4.2")},
          .exact = in_slots<&PopsShape::move_slots>};
}

Algorithm<PopsCase> distribute_hypercube() {
  return {.operation = "distribute",
          .name = "hypercube",
          .summary = "records move to their destinations bit by bit, every move simulated",
          .parameters = parameters({destinations_parameter()}),
          .prepare = needs_powers_of_two("hypercube"),
          .program = on_hypercube_distribute,
          .equations = {simulated("distribute, simulated", "4.2", hypercube_moves)},
          .exact = in_slots<&PopsShape::hypercube_slots>};
}

}  // namespace plexus::pops
