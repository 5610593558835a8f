#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/torus/case.hpp"

namespace plexus {

struct SynthesisNetwork;

/// The algorithms of the torus in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_TORUS_ALGORITHMS(line) \
  line(move_naive) \
  line(move_pipelined) \
  line(move_multi_path) \
  line(broadcast_tree) \
  line(broadcast_split_axis_last) \
  line(broadcast_split_neighbor) \
  line(broadcast_split_trees) \
  line(broadcast_dimension_phases) \
  line(scatter_dimension_phases) \
  line(gather_dimension_phases) \
  line(allgather_alternating_direction) \
  line(allgather_daisy_chain) \
  line(allgather_all_ports) \
  line(allgather_sequential_broadcast) \
  line(alltoall_dimension_phases) \
  line(permutation_transpose_diagonal) \
  line(allreduce_dimension_phases) \
  line(allreduce_tree) \
  line(reduce_scatter_dimension_phases)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(torus, TorusCase, PLEXUS_TORUS_ALGORITHMS)

/// Its links and their timing: what bounds and searches of schedules (models/synthesis) know of it.
[[nodiscard]] SynthesisNetwork torus_network(const TorusCase& at);
/// Its hardware, and how its cases are read.
[[nodiscard]] MachineKind<TorusCase> torus_kind();
/// Adds the torus and its algorithms.
void add_torus(Catalogue& catalogue);
/// Adds the schedules that are searched for on it.
void add_torus_searches(Catalogue& catalogue);

}  // namespace plexus
