#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Sum of n_k - 1 mesh steps: Theta(N^(1/2)) in two dimensions (Table 1).
Algorithm<ExpressMeshCase> ordinary_mesh() {
  return reduce_on(
      {.layout = ExpressLayout::kNone, .dimensions = 0, .levels = 0, .stages = in_dimension_order},
      {.name = "ordinary-mesh",
       .summary = "no express links: whole rows, then column 0",
       .parameters = {relay_parameter("combine")},
       .equations = {root_by_levels("N^(1/2)", "3")}});
}

}  // namespace plexus::express
