#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Phase 1: Algorithm 1 on every row; phase 2: on the leftmost column. l_r - 1 + l_c - 1 mesh
/// steps, T_r - 1 + T_c - 1 express steps.
Algorithm<ExpressMeshCase> algorithm_2() {
  return reduce_on({.exchanged = Placement::kColumnMajor, .stages = in_dimension_order},
                   {.name = "algorithm-2",
                    .summary = "Algorithm 1 on every row, then on the leftmost column",
                    .parameters = {relay_parameter("forward")},
                    .equations = {root_of_n(4, "5")},
                    .blocks = {"em_node1"}});
}

}  // namespace plexus::express
