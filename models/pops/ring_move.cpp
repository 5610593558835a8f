#include <fmt/format.h>

#include "models/pops/permutation.hpp"

namespace plexus {

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
Image ring_image(const PopsShape& pops) {
  std::vector<NodeId> used(pops.g, 0);
  std::vector<NodeId> ring;
  for (const NodeId e : circuit(pops)) ring.push_back(pops.at(e, used[e]++));
  Image image(ring.size());
  for (std::size_t k = 0; k < ring.size(); ++k) image[ring[k]] = ring[(k + 1) % ring.size()];
  return image;
}

}  // namespace

const PopsAlgorithm kRingMoveEmbedded{
    .operation = "ring-move",
    .name = "embedded",
    .summary = "one step of a ring that uses every coupler evenly",
    .knobs = {},
    .require =
        [](const PopsCase& at) {
          if (at.nodes() > 1) return;
          throw Refusal{RefusalClass::kSize,
                        "A ring needs two processors, and --d 1 times --g 1 is one: choose a "
                        "larger machine."};
        },
    .data = [](const PopsCase& at) { return image_data(ring_image(at.shape), true); },
    .programs = [](const PopsCase& at) { return direct_programs(at, ring_image(at.shape)); },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.passes()); },
    .lower_bound = [](const PopsCase& at) -> std::optional<Cycles> {
      const std::uint64_t g = at.shape.g;
      return slots_of(at, ceil_div(at.nodes(), g * g));
    }};

}  // namespace plexus
