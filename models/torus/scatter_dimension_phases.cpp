#include <cmath>

#include "models/torus/lines.hpp"
#include "models/torus/phases.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// Two-way scatters of bundles on the root's line of dimension 0, then on the lines of dimension 1
/// that cross it, .. (3.4(D)).
Program dimension_phases_scatter_dimension_phases(processor& self, const TorusCase& at) {
  const TorusShape& shape = at.shape;
  for (int j = 0; j < shape.dimensions(); ++j) {  // phases 0, .., d-1
    if (agree(shape, self.id(), at.root, j + 1, shape.dimensions())) {
      const NodeId head = with_coordinate(shape, self.id(), j, shape.coordinate(at.root, j));
      co_await scatter_on_line(self, shape, head, j, [&, j](int coordinate) {
        return column_above(shape, with_coordinate(shape, self.id(), j, coordinate), j,
                            self.whole());
      });
    }
    co_await self.step();
  }
}

/// First line: N/(2b) (1 + 1/sqrt k) + 2 sqrt(ceil(k/2)) tau. (E21)
double printed_first(const TorusCase& at) {
  const double k = at.k();
  const double N = k * real(at.words);
  return N / (2 * b(at.timing)) * (1 + 1 / std::sqrt(k)) +
         2 * std::sqrt(std::ceil(k / 2)) * tau(at.timing);
}

/// Last line: N/(2b) + sqrt(k/2) tau. (E21)
double printed_last(const TorusCase& at) {
  const double N = at.k() * real(at.words);
  return N / (2 * b(at.timing)) + std::sqrt(at.k() / 2) * tau(at.timing);
}

Relation bounds(const TorusCase& at) { return at_most_if(bandwidth_divides(at.words, at.timing)); }

}  // namespace

Algorithm<TorusCase> scatter_dimension_phases() {
  const std::string label = "(3.39)";
  const std::string place = section("3.4(D)");
  return {.operation = "scatter",
          .name = "dimension-phases",
          .summary = "two-way scatters in one dimension after another",
          .is_default = true,
          .parameters = torus_parameters().with_root("processor that has all blocks"),
          .program = dimension_phases_scatter_dimension_phases,
          .equations = {on_squares(on_grid({.label = label,
                                            .place = place,
                                            .formula = printed_first,
                                            .relation = bounds,
                                            .form = ", first line"})),
                        on_squares({.label = label,
                                    .place = place,
                                    .formula = printed_last,
                                    .form = ", last line"})},
          .exact = bundles_by_dimension};
}

}  // namespace plexus::torus
