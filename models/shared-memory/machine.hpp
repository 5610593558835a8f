#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/shared-memory/case.hpp"

namespace plexus {

/// The algorithms of the shared memory in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_SHARED_MEMORY_ALGORITHMS(line) \
  line(move_write_read) \
  line(broadcast_write_read) \
  line(scatter_write_read) \
  line(gather_write_read) \
  line(allgather_write_read) \
  line(alltoall_write_read) \
  line(allreduce_write_read) \
  line(reduce_scatter_write_read)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(shared_memory, SharedMemoryCase, PLEXUS_SHARED_MEMORY_ALGORITHMS)

/// Adds the shared memory and its algorithms.
void add_shared_memory(Catalogue& catalogue);

}  // namespace plexus
