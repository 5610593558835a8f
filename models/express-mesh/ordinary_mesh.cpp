#include <cmath>

#include "models/express-mesh/parameters.hpp"

namespace plexus::express {

namespace {

/// Table 1: Theta(N^(1/2)) in two dimensions.
double growth_ordinary_mesh(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 1.0 / at.mesh.dimensions());
}

}  // namespace

/// Sum of n_k - 1 mesh steps.
Algorithm<ExpressMeshCase> ordinary_mesh() {
  return reduce_on(
      {.layout = ExpressLayout::kNone, .dimensions = 0, .levels = 0, .stages = in_dimension_order},
      {.name = "ordinary-mesh",
       .summary = "no express links: whole rows, then column 0",
       .parameters = {relay_parameter("combine")},
       .equations = {{"N^(1/2)", section("3"), growth_ordinary_mesh}}});
}

}  // namespace plexus::express
