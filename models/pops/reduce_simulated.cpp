#include "models/pops/mesh.hpp"
#include "models/pops/reduce.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

Program move_and_add(pops_node& self, Words m, std::optional<NodeId> target, Sum& sum) {
  std::optional<Received> given;
  co_await simulated_move(self, m, target, sum.payload(), &given);
  if (given) sum += Sum::of(given->data);
}

namespace {

void end(pops_node& self, const Sum& sum) {
  if (self.id() == 0) self.result(sum.payload());
}

/// The processors with bit b set and all lower bits 0 send along bit b. `adaptive`: in one slot
/// where at most one of a group sends, which is so for the last bit of the index and those of the
/// group.
Program on_hypercube(pops_node& self, Words m, bool adaptive) {
  const PopsShape& pops = self.shape();
  Sum sum = Sum::operand(self.id());
  for (NodeId b = 0; b < pops.bits(); ++b) {
    const NodeId bit = NodeId{1} << b;
    std::optional<NodeId> target;
    if ((self.id() & (2 * bit - 1)) == bit) target = self.id() ^ bit;
    if (adaptive && b + 1 >= pops.index_bits()) {
      std::optional<Received> given;
      co_await one_hop(self, m, target, sum.payload(), &given);
      if (given) sum += Sum::of(given->data);
    } else {
      co_await move_and_add(self, m, target, sum);
    }
  }
  end(self, sum);
}

std::uint64_t hypercube_slots(const PopsCase& at) {
  return at.shape.move_slots() * at.shape.bits();
}

std::uint64_t adaptive_slots(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d == 1) return pops.group_bits();
  return pops.move_slots() * (pops.index_bits() - 1) + 1 + pops.group_bits();
}

/// Column by column to the left, then up the first column.
Program mesh(pops_node& self, Words m, NodeId side) {
  Sum sum = Sum::operand(self.id());
  const NodeId row = self.id() / side;
  const NodeId column = self.id() % side;
  for (NodeId c = side - 1; c >= 1; --c) {
    std::optional<NodeId> target;
    if (column == c) target = self.id() - 1;
    co_await move_and_add(self, m, target, sum);
  }
  for (NodeId r = side - 1; r >= 1; --r) {
    std::optional<NodeId> target;
    if (column == 0 && row == r) target = self.id() - side;
    co_await move_and_add(self, m, target, sum);
  }
  end(self, sum);
}

std::uint64_t mesh_slots(const PopsCase& at) {
  return 2 * (std::uint64_t{*mesh_side(at.shape)} - 1) * at.shape.move_slots();
}

}  // namespace

const PopsAlgorithm kReduceHypercube{
    .operation = "reduce",
    .name = "hypercube",
    .summary = "the hypercube's sum, every move simulated",
    .knobs = {},
    .require = [](const PopsCase& at) { require_powers_of_two(at, "hypercube"); },
    .data = reduce_data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return on_hypercube(self, m, false); };
        },
    .equations = {counted(
        "data sum, simulated", "3.1",
        [](const PopsCase& at) { return (at.shape.d == 1 ? 1 : 2 * passes(at)) * at.shape.bits(); },
        equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, hypercube_slots(at)); },
    .lower_bound = {}};

const PopsAlgorithm kReduceHypercubeAdaptive{
    .operation = "reduce",
    .name = "hypercube-adaptive",
    .summary = "the hypercube's sum, in one slot where at most one of a group sends",
    .knobs = {},
    .require = [](const PopsCase& at) { require_powers_of_two(at, "hypercube-adaptive"); },
    .data = reduce_data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words](pops_node& self) { return on_hypercube(self, m, true); };
        },
    .equations = {counted(
        "data sum, simulated", "2.1",
        [](const PopsCase& at) { return (at.shape.d == 1 ? 1 : 2 * passes(at)) * at.shape.bits(); },
        at_most_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, adaptive_slots(at)); },
    .lower_bound = {}};

const PopsAlgorithm kReduceMesh{
    .operation = "reduce",
    .name = "mesh",
    .summary = "the mesh's sum, first along the rows, then up the first column",
    .knobs = {},
    .require = require_theorem_2,
    .data = reduce_data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words, side = *mesh_side(at.shape)](pops_node& self) {
            return mesh(self, m, side);
          };
        },
    .equations = {counted(
        "Theorem 2", "2.2",
        [](const PopsCase& at) {
          return 2.0 * (*mesh_side(at.shape) - 1) * (at.shape.d == 1 ? 1 : 2 * passes(at));
        },
        equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, mesh_slots(at)); },
    .lower_bound = {}};

}  // namespace plexus
