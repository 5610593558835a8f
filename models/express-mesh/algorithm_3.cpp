#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Phase 1: every submesh to its terminal, rows then its first column; phase 2: the terminals of
/// each row to the leftmost one; phase 3: those upwards. The steps of Algorithm 2, with far fewer
/// express links; each node sends exactly once.
Algorithm<ExpressMeshCase> algorithm_3() {
  return reduce_on({.layout = ExpressLayout::kSparse,
                    .placement = Placement::kSubmeshRowMajor,
                    .exchanged = Placement::kSubmeshColumnMajor,
                    .stages = in_submeshes},
                   {.name = "algorithm-3",
                    .summary = "every submesh to its terminal, then over few express links",
                    .is_default = true,
                    .equations = {root_of_n(4, "6")}});
}

}  // namespace plexus::express
