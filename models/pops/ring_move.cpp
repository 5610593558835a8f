#include "models/pops/permutation.hpp"

namespace plexus::pops {

namespace {

/// The groups in the order of an Eulerian circuit of the multigraph with arcs from every group e to
/// e + k + 1 mod g, k = 0 .. d-1: every group d times (Hierholzer's way).
std::vector<NodeId> circuit(const PopsShape& pops) {
  std::vector<NodeId> used(pops.g, 0);  // arcs taken from each group
  std::vector<NodeId> path{0};
  std::vector<NodeId> order;
  while (!path.empty()) {
    const NodeId e = path.back();
    if (used[e] < pops.d) {
      const std::uint64_t k = used[e]++;
      path.push_back(static_cast<NodeId>((e + k + 1) % pops.g));
    } else {
      order.push_back(e);
      path.pop_back();
    }
  }
  order.pop_back();  // the circuit ends where it began
  std::ranges::reverse(order);
  return order;
}

/// Ring node k is the next unused processor of the k-th group of the circuit.
void prepare_ring_move(PopsCase& at) {
  if (at.nodes() == 1) {
    throw Refusal{RefusalClass::kSize,
                  "A ring needs two processors, and --d 1 times --g 1 is one: choose a larger "
                  "machine."};
  }
  std::vector<NodeId> used(at.shape.g, 0);
  std::vector<NodeId> ring;
  for (const NodeId e : circuit(at.shape)) ring.push_back(at.shape.at(e, used[e]++));
  at.image.resize(ring.size());
  for (std::size_t k = 0; k < ring.size(); ++k) at.image[ring[k]] = ring[(k + 1) % ring.size()];
  plan_straight(at);
}

}  // namespace

Algorithm<PopsCase> ring_move_embedded() {
  return {.operation = "ring-move",
          .name = "embedded",
          .summary = "one step of a ring that uses every coupler evenly",
          .is_default = true,
          .parameters = parameters(),
          .prepare = prepare_ring_move,
          .program = straight,
          .exact = in_slots<&PopsShape::passes>,
          .lower_bound = [](const PopsCase& at) {
            return ceil_div(at.nodes(), std::uint64_t{at.shape.g} * at.shape.g) * at.slot();
          }};
}

}  // namespace plexus::pops
