#include "models/torus/transposition.hpp"

#include <cmath>
#include <utility>

namespace plexus::torus {

using namespace paper_1986;

Equation<TorusCase> transposition(std::function<double(const TorusCase&)> total) {
  return {
      .label = "(3.44)",
      .place = section("3.5(D)"),
      .formula =
          [N = std::move(total)](const TorusCase& at) {
            const double side = std::sqrt(at.k());
            return 2 * (N(at) / (side * b(at.timing)) + side * tau(at.timing));
          },
      .relation =
          [](const TorusCase& at) { return at_most_if(bandwidth_divides(at.words, at.timing)); }};
}

}  // namespace plexus::torus
