#include "models/searches.hpp"

namespace plexus {

void add_searches(Catalogue& catalogue) {
  search_ring(catalogue);
  search_torus(catalogue);
  search_hypercube(catalogue);
  search_graph(catalogue);
}

}  // namespace plexus
