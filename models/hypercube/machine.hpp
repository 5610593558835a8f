#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/hypercube/case.hpp"

namespace plexus {

struct SynthesisNetwork;

/// The algorithms of the hypercube in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_HYPERCUBE_ALGORITHMS(line) \
  line(move_naive) \
  line(move_pipelined) \
  line(move_multi_path) \
  line(broadcast_spanning_tree) \
  line(broadcast_spanning_tree_alternate) \
  line(broadcast_two_trees) \
  line(broadcast_two_trees_alternate) \
  line(broadcast_scatter_allgather) \
  line(scatter_recursive) \
  line(gather_recursive) \
  line(allgather_alternating_direction) \
  line(allgather_total_exchange) \
  line(allgather_daisy_chain) \
  line(allgather_sequential_broadcast) \
  line(alltoall_recursive_exchange) \
  line(allreduce_recursive_doubling) \
  line(allreduce_rabenseifner) \
  line(allreduce_tree) \
  line(reduce_scatter_recursive_halving)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(hypercube, HypercubeCase, PLEXUS_HYPERCUBE_ALGORITHMS)

/// Its links and their timing: what bounds and searches of schedules (models/synthesis) know of it.
[[nodiscard]] SynthesisNetwork hypercube_network(const HypercubeCase& at);
/// Its hardware, and how its cases are read.
[[nodiscard]] MachineKind<HypercubeCase> hypercube_kind();
/// Adds the hypercube and its algorithms.
void add_hypercube(Catalogue& catalogue);
/// Adds the schedules that are searched for on it.
void add_hypercube_searches(Catalogue& catalogue);

}  // namespace plexus
