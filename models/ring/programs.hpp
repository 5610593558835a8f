#pragma once

#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "models/ring/costs.hpp"
#include "models/ring/shape.hpp"

namespace plexus {

// What runs on each processor of a ring; `self` is the processor. The counts stand in costs.hpp.

/// A message goes from `root` along streams of packets, one after another and hop by hop; every
/// node on the way keeps what passes. All moves and broadcasts (3.1(C), 3.2(C); eqs. (3.3) to
/// (3.6), (3.16), (3.17)): they differ in their streams.
Program ring_streams(processor& self, RingShape ring, NodeId root, const RingStreams& streams);

/// Allgather: every block goes once round the ring (3.3(C), eq. (3.28)).
Program ring_allgather_daisy_chain(processor& self, RingShape ring);

/// Scatter both ways at once, the block for the farthest node first (3.4(C), eq. (3.38)).
Program ring_scatter(processor& self, RingShape ring, NodeId root, RingReaches reaches);

/// Gather: the scatter backwards (3.4). From both sides a node reads both neighbours at once, which
/// the report's ring does not offer (E3).
Program ring_gather(processor& self, RingShape ring, NodeId root, RingReaches reaches);

/// Alltoall: every processor's row of blocks goes round as a bundle and loses one block at each
/// stop (3.5(C), eq. (3.43)).
Program ring_alltoall_rotate(processor& self, RingShape ring);

}  // namespace plexus
