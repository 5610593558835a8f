#include "models/graph/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

void add_graph_searches(Catalogue& catalogue) {
  add_searches<GraphCase>(catalogue, graph_kind(), {graph_network},
                          {graph_parameters(), graph_root_parameters("processor at the root"),
                           graph_move_parameters()});
}

}  // namespace plexus
