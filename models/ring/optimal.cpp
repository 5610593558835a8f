#include "models/ring/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

void add_ring_searches(Catalogue& catalogue) {
  add_searches<RingCase>(catalogue, ring_kind(), {ring_network}, ring_parameters());
}

}  // namespace plexus
