#include <fmt/format.h>

#include "models/pops/hypercube_move.hpp"

namespace plexus::pops {

Algorithm<PopsCase> hypercube_move_direct() {
  return {.operation = "hypercube-move",
          .name = "direct",
          .summary = "one move, every datum straight to its place",
          .parameters = parameters({bit_parameter(), active_parameter()}),
          .prepare =
              [](PopsCase& at) {
                prepare_along_bit(at, "direct");
                plan_straight(at);
              },
          .program = straight,
          .exact = in_slots<planned_slots>};
}

Algorithm<PopsCase> hypercube_move_intragroup() {
  return {.operation = "hypercube-move",
          .name = "intragroup",
          .summary = "one move along a bit of the index, as a permutation inside the groups",
          .parameters = parameters({bit_parameter()}),
          .prepare =
              [](PopsCase& at) {
                prepare_along_bit(at, "intragroup");
                if (at.bit < at.shape.index_bits()) return;
                throw Refusal{RefusalClass::kFeature,
                              fmt::format("--algorithm intragroup moves inside groups of --d {} "
                                          "alone, and --bit {} leads out of them: choose theorem1.",
                                          at.shape.d, at.bit)};
              },
          .program = inside_groups,
          .equations = {simulated("Theorem 1", "2.1", one_move, at_most_always)},
          .exact = in_slots<&PopsShape::intragroup_slots>,
          .lower_bound = bound_inside_groups};
}

}  // namespace plexus::pops
