#pragma once

#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Algorithm 3, or with `keep_sets` Algorithm 4, on a layout in which no two express links end at
/// one node (Sec. 7).
[[nodiscard]] Algorithm<ExpressMeshCase> degree_five(ExpressLayout layout, bool keep_sets,
                                                     Steps (*steps)(const ExpressMeshCase&));

}  // namespace plexus::express
