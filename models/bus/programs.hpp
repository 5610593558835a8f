#pragma once

#include "hw/bus/bus.hpp"
#include "hw/node/node.hpp"
#include "hw/node/program.hpp"
#include "models/bus/schedule.hpp"

namespace plexus {

// What runs on each processor of a bus; `self` is the processor, `wires` the bus. The counts stand
// in costs.hpp.

/// One message in one transaction (3.1(A), eq. (3.1)).
Program bus_move(node& self, bus& wires, NodeId source, NodeId destination);

/// One transaction that all others read (3.2(A)).
Program bus_broadcast(node& self, bus& wires, NodeId root);

/// Allgather: the processors broadcast in turn (3.3(A), eq. (3.26)).
Program bus_allgather_sequential(node& self, bus& wires);

/// Scatter: the root sends to one after another (3.4(A), eq. (3.36)).
Program bus_scatter_sequential(node& self, bus& wires, NodeId root);

/// Gather, the scatter's dual: all ask at once, and the arbiter makes them send in turn.
Program bus_gather_sequential(node& self, bus& wires, NodeId root);

/// Alltoall: the processors broadcast all of their blocks in turn, and everybody keeps its own
/// (3.5(A)).
Program bus_alltoall_broadcast_rows(node& self, bus& wires);

/// Alltoall by a schedule of pairs, as many at a time as the bus has channels (ours).
Program bus_alltoall_pairwise(node& self, bus& wires, PairSchedule schedule);

}  // namespace plexus
