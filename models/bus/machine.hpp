#pragma once

#include "models/bus/case.hpp"
#include "models/catalogue/algorithm.hpp"

namespace plexus {

/// The algorithms of the bus in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_BUS_ALGORITHMS(line) \
  line(move_direct) \
  line(broadcast_direct) \
  line(scatter_sequential) \
  line(gather_sequential) \
  line(allgather_sequential) \
  line(alltoall_broadcast_rows) \
  line(alltoall_pairwise) \
  line(allreduce_sequential) \
  line(reduce_scatter_rows)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(on_bus, BusCase, PLEXUS_BUS_ALGORITHMS)

/// Adds the bus and its algorithms.
void add_bus(Catalogue& catalogue);

}  // namespace plexus
