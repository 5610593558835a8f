#include "models/ensemble/lower_bound.hpp"
#include "models/torus/lines.hpp"
#include "models/torus/transposition.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

void require_square_grid(TorusCase& at) {
  require_two_dimensions(at.shape, "transpose-diagonal");
  require_wrap(at.shape, "transpose-diagonal");
  require_square(at.shape, "transpose-diagonal");
}

/// Node (x, y) to node (y, x).
Operation transpose(const TorusCase& at) {
  std::vector<NodeId> image;
  for (NodeId node = 0; node < at.shape.nodes(); ++node) {
    const int swapped[] = {at.shape.coordinate(node, 1), at.shape.coordinate(node, 0)};
    image.push_back(at.shape.node(swapped));
  }
  return permutation_operation(image, at.words);
}

/// Two-way gathers in the columns to the diagonal, then two-way scatters in the rows (3.5(D)).
Program transpose_diagonal(processor& self, const TorusCase& at) {
  const TorusShape& shape = at.shape;
  const int x = shape.coordinate(self.id(), 0);
  const int y = shape.coordinate(self.id(), 1);
  const auto block = [&](int column, int row) {
    const NodeId node = with_coordinate(shape, with_coordinate(shape, 0, 0, column), 1, row);
    return Blocks{Interval{node, 1}, self.whole()};
  };
  // Phase 1: along y to the node (x, x) of the diagonal.
  co_await gather_on_line(self, shape, with_coordinate(shape, self.id(), 1, x), 1, block(x, y));
  co_await self.step();
  // Phase 2: along x from (y, y), which sends the block of (y, j) to (j, y).
  co_await scatter_on_line(self, shape, with_coordinate(shape, self.id(), 0, y), 0,
                           [&](int j) { return block(y, j); });
}

/// N = k w.
double all_blocks_transpose_diagonal(const TorusCase& at) { return at.k() * real(at.words); }

/// 2 floor(L/2) c(w).
Cycles exact_transpose_diagonal(const TorusCase& at) {
  return 2 * (at.shape.side(0) / 2) * at.timing.hop(at.words);
}

/// The block of the farthest node, (0, L/2), goes round half of each side.
Cycles farthest(const TorusCase& at) {
  const std::int64_t hops = 2 * (at.shape.side(0) / 2);
  return lower_bound(hops, at.words, read_channels(at.shape, at.rule), at.timing);
}

}  // namespace

Algorithm<TorusCase> permutation_transpose_diagonal() {
  return {.operation = "permutation",
          .name = "transpose-diagonal",
          .summary = "node (x,y) to (y,x) of a square: columns to the diagonal, then rows",
          .is_default = true,
          .parameters = torus_parameters(),
          .prepare = require_square_grid,
          .data = transpose,
          .program = transpose_diagonal,
          .equations = {transposition(all_blocks_transpose_diagonal)},
          .exact = exact_transpose_diagonal,
          .lower_bound = farthest};
}

}  // namespace plexus::torus
