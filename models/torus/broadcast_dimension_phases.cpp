#include <algorithm>

#include "models/torus/case.hpp"
#include "models/torus/lines.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// Along the last dimension, then from there along the one before, .. (3.2(D)).
Program dimension_phases_broadcast_dimension_phases(processor& self, const TorusCase& at) {
  for (int j = at.shape.dimensions() - 1; j >= 0; --j) {  // phases d-1, .., 0
    if (agree(at.shape, self.id(), at.root, 0, j)) {      //   on the lines of those that have it
      co_await relay(self, place_on_line(at.shape, at.root, self.id(), j),
                     whole_stream(at.words, at.packets));
    }
    co_await self.step();
  }
}

/// In two phases, 2 (sqrt(N/b) + sqrt((i - 1) tau))^2, i = floor(sqrt k / 2).
double printed_dimension_phases(const TorusCase& at) {
  return 2 * printed_pipeline_minimum(at.shape.side(0) / 2, real(at.words), at.timing);
}

/// The sum over the dimensions of F(p_j, w, nu), p_j the larger reach.
Cycles exact_broadcast_dimension_phases(const TorusCase& at) {
  Cycles total;
  for (int j = 0; j < at.shape.dimensions(); ++j) {
    total += pipelined(at.shape.reaches(at.root, j).larger(), at.words, at.packets, at.timing);
  }
  return total;
}

void cut_dimension_phases(TorusCase& at) {
  int largest = 0;
  for (int j = 0; j < at.shape.dimensions(); ++j) {
    largest = std::max(largest, at.shape.reaches(at.root, j).larger());
  }
  settle_packets(at, largest, at.words, exact_broadcast_dimension_phases);
}

}  // namespace

Algorithm<TorusCase> broadcast_dimension_phases() {
  return {.operation = "broadcast",
          .name = "dimension-phases",
          .summary = "along the last dimension, then along each one before it",
          .parameters = torus_broadcast_parameters(),
          .prepare = cut_dimension_phases,
          .program = dimension_phases_broadcast_dimension_phases,
          .equations = {on_squares(on_grid({"(3.20)", section("3.2(D)"), printed_dimension_phases,
                                            [](const TorusCase&) { return Relation::kAtLeast; }}))},
          .exact = exact_broadcast_dimension_phases,
          .statistics = report_packets,
          .declared = {kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::torus
