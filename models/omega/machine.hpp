#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/omega/case.hpp"
#include "models/schedule/player.hpp"

namespace plexus {

/// The algorithms of the switch in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_OMEGA_ALGORITHMS(line) \
  line(SwitchCase, move_direct) \
  line(SwitchCase, broadcast_hardware) \
  line(SwitchCase, broadcast_ring) \
  line(SwitchCase, broadcast_recursive_doubling) \
  line(SwitchCase, broadcast_binary_tree) \
  line(SwitchCase, broadcast_scatter_allgather) \
  line(SwitchCase, scatter_recursive) \
  line(SwitchCase, gather_recursive) \
  line(SwitchCase, allgather_daisy_chain) \
  line(SwitchCase, allgather_recursive_doubling) \
  line(SwitchCase, allgather_bruck) \
  line(SwitchCase, alltoall_exchange) \
  line(SwitchCase, alltoall_shifts) \
  line(SwitchCase, alltoall_bruck) \
  line(SwitchCase, allreduce_ring) \
  line(SwitchCase, allreduce_recursive_doubling) \
  line(SwitchCase, allreduce_rabenseifner) \
  line(SwitchCase, allreduce_tree) \
  line(SwitchCase, reduce_scatter_ring) \
  line(SwitchCase, reduce_scatter_recursive_halving) \
  line(SwitchCase, permutation_scheduled_passes) \
  line(SwitchCase, permutation_self_routed) \
  line(BufferedSwitchCase, permutation_buffered) \
  line(SwitchCase, reduce_combining) \
  line(TopologyCase, topology_network) \
  line(TopologyCase, topology_route) \
  line(TopologyCase, topology_passes) \
  line(TopologyCase, topology_collisions) \
  line(TopologyCase, topology_count) \
  line(SwitchTrafficCase, traffic_synthetic)
// clang-format on

struct SwitchTrafficCase;

#define PLEXUS_DECLARE_OMEGA(Case, name) Algorithm<Case> name();
namespace omega {
PLEXUS_OMEGA_ALGORITHMS(PLEXUS_DECLARE_OMEGA)
}
#undef PLEXUS_DECLARE_OMEGA

/// The switch without buffers, and how its cases are read.
[[nodiscard]] MachineKind<SwitchCase> unbuffered_switch();
/// Any node is one hop away.
[[nodiscard]] NextHop through_switch(NodeId at, NodeId destination);
/// Messages enter the switch as they come, find their way by their tags, and try again when
/// blocked.
void take_as_they_come(const SwitchCase& at, switch_machine& top);

/// Adds the switch-connected machine and its algorithms.
void add_omega(Catalogue& catalogue);
/// Adds the schedules that are searched for on a crossbar.
void add_omega_searches(Catalogue& catalogue);

}  // namespace plexus
