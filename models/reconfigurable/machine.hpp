#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/module.hpp"

namespace plexus {

/// The algorithms of the reconfigurable machine in the order of the table: a line each.
// clang-format off
#define PLEXUS_RECONFIGURABLE_ALGORITHMS(line) \
  line(move_direct) \
  line(broadcast_rcp_naive) \
  line(broadcast_rcp_two_phase) \
  line(broadcast_fixed_bfs) \
  line(scatter_rcp_tree) \
  line(scatter_fixed_bfs) \
  line(gather_rcp_tree) \
  line(gather_fixed_bfs) \
  line(allgather_rcp_clique) \
  line(allgather_circulant) \
  line(allgather_flip) \
  line(allgather_fold) \
  line(allgather_direct) \
  line(allgather_auto) \
  line(allgather_fixed_bfs) \
  line(alltoall_rcp_clique) \
  line(alltoall_circulant) \
  line(alltoall_flip) \
  line(alltoall_direct) \
  line(alltoall_auto) \
  line(alltoall_fixed_bfs) \
  line(permutation_direct)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(reconfigurable, ReconfigurableCase, PLEXUS_RECONFIGURABLE_ALGORITHMS)

/// Its hardware, and how its cases are read.
[[nodiscard]] MachineKind<ReconfigurableCase> reconfigurable_kind();
/// Adds the reconfigurable machine and its algorithms.
void add_reconfigurable(Catalogue& catalogue);
/// Adds the schedules that are searched for on it.
void add_reconfigurable_searches(Catalogue& catalogue);

}  // namespace plexus
