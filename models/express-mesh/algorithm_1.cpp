#include "models/express-mesh/case.hpp"

namespace plexus::express {

/// Phase 1, l - 1 mesh steps: every segment to its terminal; phase 2, T - 1 express steps: the
/// terminals to the first one.
Algorithm<ExpressMeshCase> algorithm_1() {
  return reduce_on({.dimensions = 1, .sides = {16}, .stages = in_dimension_order},
                   {.name = "algorithm-1",
                    .summary = "one line: segments to their terminals, terminals to the first one",
                    .parameters = {relay_parameter("forward")},
                    .equations = {root_of_n(2, "4")},
                    .blocks = {"em_node1", "em_line"}});
}

}  // namespace plexus::express
