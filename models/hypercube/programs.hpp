#pragma once

#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "hw/router/exchange_ctl.hpp"
#include "models/direct/streams.hpp"
#include "models/hypercube/shape.hpp"

namespace plexus {

// What runs on each processor of a hypercube; `self` is the processor. The counts stand in
// costs.hpp. Moves are `relay_on_paths`, the broadcasts `relay_down_trees` and, with `-alternate`,
// `relay_alternately` (models/direct/streams.hpp).
//
// Where two nodes exchange and `full_duplex` is false, the nodes of even parity send first.

/// Allgather: exchange everything held over bit 0, 1, .. (3.3(F); E17: the printed loop lacks i =
/// 0).
Program hypercube_allgather_alternating(processor& self, HypercubeShape cube, bool full_duplex);

/// Allgather: every block in n parts; in every step each part is exchanged over a bit of its own,
/// so that all channels work all the time (3.3(E), eq. (3.33)).
Program hypercube_allgather_total_exchange(processor& self, HypercubeShape cube, bool full_duplex,
                                           exchange_ctl_if& control);

/// Allgather: every block goes once round the ring of Gray codes (3.3(E)).
Program hypercube_allgather_daisy_chain(processor& self, HypercubeShape cube);

/// Allgather: node 0, 1, .. broadcasts down its spanning tree. `tree` is that of node 0.
Program hypercube_allgather_sequential(processor& self, const SpanningTree& tree, Words words,
                                       std::int64_t packets);

/// Scatter: in step j every node that has data sends the half for the others over bit j - 1
/// (3.4(E), eq. (3.40); E22).
Program hypercube_scatter(processor& self, HypercubeShape cube, NodeId root);

/// Gather: the scatter backwards.
Program hypercube_gather(processor& self, HypercubeShape cube, NodeId root);

/// Alltoall: over bit n - 1, .., 0 exchange all blocks whose destination lies on the other side
/// (3.5(E)).
Program hypercube_alltoall(processor& self, HypercubeShape cube, bool full_duplex);

}  // namespace plexus
