#include "models/hypercube/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

void add_hypercube_searches(Catalogue& catalogue) {
  add_searches<HypercubeCase>(catalogue, hypercube_kind(), {hypercube_network},
                              hypercube_parameters());
}

}  // namespace plexus
