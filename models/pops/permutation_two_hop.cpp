#include <algorithm>

#include "models/pops/matchings.hpp"
#include "models/pops/permutation.hpp"

namespace plexus::pops {

/// An edge for each datum, from its group to that of its image: perfect matchings are what a pass
/// can move, one by each relay group.
void plan_relays(PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d == 1) return;
  std::vector<BipartiteEdge> edges(at.nodes());
  for (NodeId x = 0; x < at.nodes(); ++x) edges[x] = {pops.group(x), pops.group(at.image[x])};
  auto classes = pops.d >= pops.g ? perfect_matchings(edges, pops.g, pops.d)
                                  : even_matchings(edges, pops.g, pops.d, pops.g);
  at.relays.resize(at.nodes());
  for (NodeId k = 0; k < classes.size(); ++k) {
    std::ranges::sort(classes[k]);
    for (NodeId j = 0; j < classes[k].size(); ++j) {
      at.relays[classes[k][j]] = {pops.at(k % pops.g, j), k / pops.g};
    }
  }
}

namespace {

/// ceil(2d/g) slots if each group goes to another group, none if nothing moves.
std::optional<Cycles> bound_two_hop(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (is_identity(at.image)) return 0_cycles;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    const NodeId e = pops.group(x);
    const NodeId to = pops.group(at.image[x]);
    if (to == e || to != pops.group(at.image[pops.at(e, 0)])) return std::nullopt;
  }
  return ceil_div(2 * std::uint64_t{pops.d}, pops.g) * at.slot();
}

}  // namespace

Algorithm<PopsCase> permutation_two_hop() {
  return {.operation = "permutation",
          .name = "two-hop",
          .summary = "every datum by a relay, in passes of perfect matchings between the groups",
          .is_default = true,
          .parameters = parameters({image_parameter("reverse")}),
          .prepare = plan_relays,
          .data = all_sent,
          .program = by_relays,
          .equations = {slots_formula(
              "Theorem 1, d = 1", "2.1", [](const PopsCase&) { return 1.0; }, equal_always,
              [](const PopsCase& at) { return at.shape.d == 1; })},
          .exact = in_slots<&PopsShape::move_slots>,
          .lower_bound = bound_two_hop};
}

}  // namespace plexus::pops
