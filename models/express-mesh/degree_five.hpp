#pragma once

#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Algorithm 3, or with `keep_sets` Algorithm 4, on a layout in which no two express links end at
/// one node (Sec. 7).
[[nodiscard]] Algorithm<ExpressMeshCase> degree_five(ExpressLayout layout, bool keep_sets,
                                                     Steps (*steps)(const ExpressMeshCase&));

/// Steps of Algorithm 4 on such a layout, by those of Algorithm 3: [Tc>1](lr-1) express steps more,
/// in which the sets of a band follow each other.
template <Steps (*steps_3)(const ExpressMeshCase&)>
[[nodiscard]] Steps with_sets(const ExpressMeshCase& at) {
  return steps_3(at) + building_block::overlap(at.mesh.line(1), at.mesh.line(0));
}

}  // namespace plexus::express
