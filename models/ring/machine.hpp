#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/ring/case.hpp"

namespace plexus {

struct SynthesisNetwork;

/// The algorithms of the ring in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_RING_ALGORITHMS(line) \
  line(move_naive) \
  line(move_pipelined) \
  line(move_two_path) \
  line(move_two_path_optimal) \
  line(broadcast_one_way) \
  line(broadcast_two_way) \
  line(scatter_two_way) \
  line(gather_one_way) \
  line(gather_two_way) \
  line(allgather_daisy_chain) \
  line(allgather_both_ways) \
  line(alltoall_rotate) \
  line(allreduce_ring) \
  line(allreduce_tree) \
  line(reduce_scatter_ring)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(ring, RingCase, PLEXUS_RING_ALGORITHMS)

/// Enters further algorithms of the ring in `catalogue`.
[[nodiscard]] MachineList<RingCase> ring_list(Catalogue& catalogue);
/// Its links and their timing: what bounds and searches of schedules (models/synthesis) know of it.
[[nodiscard]] SynthesisNetwork ring_network(const RingCase& at);
/// Its hardware, and how its cases are read.
[[nodiscard]] MachineKind<RingCase> ring_kind();
/// Adds the ring and its algorithms.
void add_ring(Catalogue& catalogue);
/// Adds the schedules that are searched for on it.
void add_ring_searches(Catalogue& catalogue);

}  // namespace plexus
