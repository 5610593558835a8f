#include <algorithm>
#include <cmath>

#include "models/express-mesh/case.hpp"

namespace plexus::express {

namespace {

/// Two levels: the cube root of a side and its square.
Json cube_root_and_square(std::int64_t side) {
  const auto root = std::max<std::int64_t>(2, std::llround(std::cbrt(side)));
  return {root, root * root};
}

/// Sum over the dimensions: min(L_1, n) - 1 mesh steps; min(L_(k+1)/L_k, ceil(n/L_k)) - 1 express
/// steps in level k, ceil(n/L_r) - 1 in the last one.
Algorithm<ExpressMeshCase> hierarchy(ExpressMeshSetup setup, const char* name,
                                     const char* summary) {
  setup.levels = kMostLevels;
  setup.sides = {27, 27};
  setup.usual_length = cube_root_and_square;
  setup.usual_lengths = "near the cube roots of the sides, and their squares";
  return reduce_on(
      setup, {.name = name, .summary = summary, .equations = {root_by_levels("n^(1/(r+1))", "8")}});
}

}  // namespace

Algorithm<ExpressMeshCase> hierarchy_lines() {
  return hierarchy({.dimensions = 0, .stages = in_dimension_order}, "hierarchy-lines",
                   "all levels of express links of the rows, then of column 0");
}

Algorithm<ExpressMeshCase> hierarchy_submesh() {
  return hierarchy({.layout = ExpressLayout::kSparse,
                    .placement = Placement::kNestedSubmeshRowMajor,
                    .stages = in_submeshes},
                   "hierarchy-submesh", "submeshes of submeshes, one level of express links each");
}

}  // namespace plexus::express
