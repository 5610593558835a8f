#include <cmath>

#include "models/express-mesh/parameters.hpp"

namespace plexus::express {

namespace {

/// Theta(N^(1/(2r))) in r dimensions.
double growth_dimension_order(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 0.5 / at.mesh.dimensions());
}

}  // namespace

/// Sum of l_k - 1 mesh steps and T_k - 1 express steps.
Algorithm<ExpressMeshCase> dimension_order() {
  return reduce_on({.dimensions = 0,
                    .sides = {9, 9, 9},
                    .exchanged = Placement::kColumnMajor,
                    .stages = in_dimension_order},
                   {.name = "dimension-order",
                    .summary = "Algorithm 1 in one dimension after the other",
                    .parameters = {relay_parameter("forward")},
                    .equations = {{"N^(1/(2r))", section("5"), growth_dimension_order}},
                    .blocks = {"em_node1"}});
}

}  // namespace plexus::express
