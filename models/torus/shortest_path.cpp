#include "models/torus/shortest_path.hpp"

#include "models/direct/routed_move.hpp"

namespace plexus::torus {

void route(TorusCase& at) { at.routed = true; }

NodeProgram<processor> along_shortest_path(const TorusCase& at, torus_machine& top) {
  return along_route(at.shape.wiring(), shortest_route(at.shape, at.source, at.destination),
                     *top.routers, at.source, at.destination, whole_stream(at.words, at.packets));
}

}  // namespace plexus::torus
