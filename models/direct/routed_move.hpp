#pragma once

#include <functional>

#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "hw/router/route.hpp"
#include "models/direct/streams.hpp"

namespace plexus {

/// A stream from the beginning of a path to its end, packet by packet and hop by hop: where a
/// packet goes on, the routers say; the path tells the nodes only from which side it comes.
Program routed_move(processor& self, const PathPlaces& path, route_if& routers, NodeId destination,
                    Stream stream);

/// The same as what every node runs: `route` leads from `source` to `destination`.
std::function<Program(processor&)> along_route(const DirectWiring& wiring, const Route& route,
                                               route_if& routers, NodeId source, NodeId destination,
                                               const Stream& stream);

}  // namespace plexus
