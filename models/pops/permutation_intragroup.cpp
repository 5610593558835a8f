#include <fmt/format.h>

#include "models/pops/permutation.hpp"

namespace plexus::pops {

namespace {

void require_intragroup(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (pops.group(x) == pops.group(at.image[x])) continue;
    throw Refusal{
        RefusalClass::kFeature,
        fmt::format("--algorithm intragroup moves data inside groups of --d {} alone, and "
                    "--permutation sends that of processor {} to {}: choose two-hop.",
                    pops.d, x, at.image[x])};
  }
}

}  // namespace

Algorithm<PopsCase> permutation_intragroup() {
  return {.operation = "permutation",
          .name = "intragroup",
          .summary = "a permutation inside every group, with relays in the other groups",
          .parameters = parameters({image_parameter("group-rotate")}),
          .prepare = require_intragroup,
          .data =
              [](const PopsCase& at) {
                return at.shape.d > 1 ? all_sent(at) : permutation_operation(at.image, at.words);
              },
          .program = inside_groups,
          .equations = {slots_formula(
              "shift inside groups", "3.4",
              [](const PopsCase& at) {
                return 2.0 *
                       static_cast<double>(ceil_div(at.shape.d, 1 + std::uint64_t{at.shape.g}));
              },
              at_most_always)},
          .exact = in_slots<&PopsShape::intragroup_slots>,
          .lower_bound = bound_inside_groups};
}

}  // namespace plexus::pops
