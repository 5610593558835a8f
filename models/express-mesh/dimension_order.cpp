#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Sum of l_k - 1 mesh steps and T_k - 1 express steps.
Algorithm<ExpressMeshCase> dimension_order() {
  return reduce_on({.dimensions = 0,
                    .sides = {9, 9, 9},
                    .exchanged = Placement::kColumnMajor,
                    .stages = in_dimension_order},
                   {.name = "dimension-order",
                    .summary = "Algorithm 1 in one dimension after the other",
                    .parameters = {relay_parameter("forward")},
                    .equations = {root_by_levels("N^(1/(2r))", "5")},
                    .blocks = {"em_node1"}});
}

}  // namespace plexus::express
