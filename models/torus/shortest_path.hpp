#pragma once

#include "models/torus/case.hpp"

/// A message on the shortest path, dimension 0 first: what `naive` and `pipelined` share.
namespace plexus::torus {

/// Asks for routers.
void route(TorusCase& at);
/// The routers say where a packet goes on.
[[nodiscard]] NodeProgram<processor> along_shortest_path(const TorusCase& at, torus_machine& top);

}  // namespace plexus::torus
