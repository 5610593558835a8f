#include "models/torus/lines.hpp"
#include "models/torus/phases.hpp"

namespace plexus::torus {

namespace {

/// The scatter backwards (3.4). The paper gives no equation.
Program dimension_phases_gather_dimension_phases(processor& self, const TorusCase& at) {
  const TorusShape& shape = at.shape;
  for (int j = shape.dimensions() - 1; j >= 0; --j) {  // phases d-1, .., 0
    if (agree(shape, self.id(), at.root, j + 1, shape.dimensions())) {
      const NodeId head = with_coordinate(shape, self.id(), j, shape.coordinate(at.root, j));
      co_await gather_on_line(self, shape, head, j,
                              column_above(shape, self.id(), j, self.whole()));
    }
    co_await self.step();
  }
}

}  // namespace

Algorithm<TorusCase> gather_dimension_phases() {
  return {.operation = "gather",
          .name = "dimension-phases",
          .summary = "the scatter backwards",
          .is_default = true,
          .parameters = torus_parameters().with_root("processor that gets all blocks"),
          .program = dimension_phases_gather_dimension_phases,
          .exact = bundles_by_dimension};
}

}  // namespace plexus::torus
