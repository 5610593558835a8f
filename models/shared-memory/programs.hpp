#pragma once

#include <cstdint>

#include "hw/bus/memory_banks.hpp"
#include "hw/node/node.hpp"
#include "hw/node/program.hpp"
#include "models/shared-memory/shape.hpp"

namespace plexus {

// What runs on each processor around a global memory; `self` is the processor. Every operation
// writes, waits until all have written, and reads: `write-read`. Processors that read what they
// wrote read it all the same, as the report counts. The counts stand in costs.hpp.

/// One message through the memory (3.1(B), eq. (3.2)).
Program shared_move(node& self, memory_banks& memory, NodeId source, NodeId destination);

/// Broadcast: the root writes, all read (3.2(B), eq. (3.15)).
Program shared_broadcast(node& self, memory_banks& memory, SharedMemoryShape shape, NodeId root);

/// Allgather: all write their blocks, all read all of them (3.3(B), eq. (3.27)).
Program shared_allgather(node& self, memory_banks& memory, SharedMemoryShape shape);

/// Scatter: the root writes all blocks, each processor reads its own (3.4(B), text of eq. (3.37)).
Program shared_scatter(node& self, memory_banks& memory, SharedMemoryShape shape, NodeId root);

/// Gather, the scatter's dual: all write, the root reads everything.
Program shared_gather(node& self, memory_banks& memory, SharedMemoryShape shape, NodeId root);

/// Alltoall: each processor writes its row of blocks and reads its column (3.5(B), eq. (3.42)).
Program shared_alltoall(node& self, memory_banks& memory, SharedMemoryShape shape);

}  // namespace plexus
