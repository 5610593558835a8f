#pragma once

#include "models/hypercube/case.hpp"

/// A message on the shortest path, highest differing bit first: what `naive` and `pipelined` share.
namespace plexus::hypercube {

/// Asks for routers.
void route(HypercubeCase& at);
/// The routers say where a packet goes on.
[[nodiscard]] NodeProgram<processor> along_shortest_path(const HypercubeCase& at,
                                                         hypercube_machine& top);

}  // namespace plexus::hypercube
