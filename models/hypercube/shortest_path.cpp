#include "models/hypercube/shortest_path.hpp"

#include "models/direct/routed_move.hpp"
#include "models/hypercube/paths.hpp"

namespace plexus::hypercube {

void route(HypercubeCase& at) { at.parts.routers = true; }

NodeProgram<processor> along_shortest_path(const HypercubeCase& at, hypercube_machine& top) {
  return along_route(at.cube.wiring(), shortest_route(at.cube, at.source, at.destination),
                     *top.routers, at.source, at.destination, whole_stream(at.words, at.packets));
}

}  // namespace plexus::hypercube
