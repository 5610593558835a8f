#include "models/torus/phases.hpp"

namespace plexus::torus {

Cycles bundles_by_dimension(const TorusCase& at) {
  Cycles total;
  Words bundle = at.nodes() * at.words;
  for (int j = 0; j < at.shape.dimensions(); ++j) {
    bundle = Words{bundle.count() / at.shape.side(j)};
    total += at.shape.reaches(at.root, j).larger() * at.timing.hop(bundle);
  }
  return total;
}

}  // namespace plexus::torus
