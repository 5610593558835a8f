#include "models/pops/permutation.hpp"

namespace plexus::pops {

Algorithm<PopsCase> permutation_direct() {
  return {
      .operation = "permutation",
      .name = "direct",
      .summary = "every datum straight to its place, as many slots as the fullest coupler has data",
      .parameters = parameters({image_parameter("reverse")}),
      .prepare = plan_straight,
      .program = straight,
      .exact = in_slots<planned_slots>,
      .lower_bound = [](const PopsCase& at) { return bound_of_moving_nothing(at.image); }};
}

}  // namespace plexus::pops
