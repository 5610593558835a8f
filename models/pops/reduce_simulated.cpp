#include "models/pops/mesh.hpp"
#include "models/pops/reduce.hpp"
#include "models/pops/two_hop.hpp"

/// Sums of other networks, every move simulated; the sum is left at processor 0.
namespace plexus::pops {

namespace {

void end(pops_node& self, const Sum& sum) {
  if (self.id() == 0) self.result(sum.payload());
}

/// The processors with bit b set and all lower bits 0 send along bit b. `adaptive`: in one slot
/// where at most one of a group sends, which is so for the last bit of the index and those of the
/// group.
template <bool adaptive>
Program on_hypercube_simulated(pops_node& self, const PopsCase& at) {
  Sum sum = Sum::operand(self.id());
  for (NodeId b = 0; b < at.shape.bits(); ++b) {
    const NodeId bit = NodeId{1} << b;
    std::optional<NodeId> target;
    if ((self.id() & (2 * bit - 1)) == bit) target = self.id() ^ bit;
    if (adaptive && b + 1 >= at.shape.index_bits()) {
      std::optional<Packet> given;
      co_await one_hop(self, at.words, target, sum.payload(), &given);
      if (given) sum += Sum::of(data_of(*given));
    } else {
      co_await move_and_add(self, at.words, target, sum);
    }
  }
  end(self, sum);
}

std::uint64_t adaptive_slots(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d == 1) return pops.group_bits();
  return pops.move_slots() * (pops.index_bits() - 1) + 1 + pops.group_bits();
}

/// Column by column to the left, then up the first column.
Program on_mesh(pops_node& self, const PopsCase& at) {
  const NodeId side = mesh_side(at);
  const NodeId row = self.id() / side;
  const NodeId column = self.id() % side;
  Sum sum = Sum::operand(self.id());
  for (NodeId c = side - 1; c >= 1; --c) {
    std::optional<NodeId> target;
    if (column == c) target = self.id() - 1;
    co_await move_and_add(self, at.words, target, sum);
  }
  for (NodeId r = side - 1; r >= 1; --r) {
    std::optional<NodeId> target;
    if (column == 0 && row == r) target = self.id() - side;
    co_await move_and_add(self, at.words, target, sum);
  }
  end(self, sum);
}

std::uint64_t mesh_moves(const PopsCase& at) { return 2 * (std::uint64_t{mesh_side(at)} - 1); }

}  // namespace

Algorithm<PopsCase> reduce_hypercube() {
  return {.operation = "reduce",
          .name = "hypercube",
          .summary = "the hypercube's sum, every move simulated",
          .parameters = parameters(),
          .prepare = needs_powers_of_two("hypercube"),
          .program = on_hypercube_simulated<false>,
          .equations = {simulated("data sum, simulated", "3.1", hypercube_moves)},
          .exact = in_slots<&PopsShape::hypercube_slots>};
}

Algorithm<PopsCase> reduce_hypercube_adaptive() {
  return {.operation = "reduce",
          .name = "hypercube-adaptive",
          .summary = "the hypercube's sum, in one slot where at most one of a group sends",
          .parameters = parameters(),
          .prepare = needs_powers_of_two("hypercube-adaptive"),
          .program = on_hypercube_simulated<true>,
          .equations = {simulated("data sum, simulated", "2.1", hypercube_moves, at_most_always)},
          .exact = in_slots<adaptive_slots>};
}

Algorithm<PopsCase> reduce_mesh() {
  return {
      .operation = "reduce",
      .name = "mesh",
      .summary = "the mesh's sum, first along the rows, then up the first column",
      .parameters = parameters(),
      .prepare = require_theorem_2,
      .program = on_mesh,
      .equations = {simulated(
          "Theorem 2", "2.2",
          [](const PopsCase& at) { return static_cast<double>(mesh_moves(at)); })},
      .exact = in_slots<[](const PopsCase& at) { return mesh_moves(at) * at.shape.move_slots(); }>};
}

}  // namespace plexus::pops
