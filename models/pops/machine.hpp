#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/pops/case.hpp"
#include "models/pops/module.hpp"

namespace plexus {

/// The algorithms of the POPS in the order of the table: a line each.
// clang-format off
#define PLEXUS_POPS_ALGORITHMS(line) \
  line(move_direct) \
  line(broadcast_one_slot) \
  line(broadcast_hypercube) \
  line(scatter_direct) \
  line(scatter_multi_tx) \
  line(gather_direct) \
  line(gather_multi_rx) \
  line(allgather_overlapped) \
  line(allgather_sequential) \
  line(allgather_multi_receive) \
  line(alltoall_direct) \
  line(alltoall_multi_port) \
  line(permutation_two_hop) \
  line(permutation_direct) \
  line(permutation_intragroup) \
  line(hypercube_move_theorem1) \
  line(hypercube_move_transpose) \
  line(hypercube_move_single_active) \
  line(hypercube_move_direct) \
  line(hypercube_move_intragroup) \
  line(mesh_move_theorem2) \
  line(mesh_move_permutation) \
  line(mesh_move_direct) \
  line(ring_move_embedded) \
  line(reduce_halving) \
  line(reduce_fold) \
  line(reduce_group_first) \
  line(reduce_hypercube) \
  line(reduce_hypercube_adaptive) \
  line(reduce_mesh) \
  line(reduce_fold_printed) \
  line(scan_chunked) \
  line(scan_three_step) \
  line(scan_sequential) \
  line(scan_hypercube) \
  line(rank_chunked) \
  line(rank_three_step) \
  line(rank_sequential) \
  line(rank_hypercube) \
  line(consecutive_array_broadcast) \
  line(consecutive_element_send) \
  line(consecutive_token) \
  line(consecutive_token_fused) \
  line(consecutive_direct) \
  line(consecutive_hypercube) \
  line(adjacent_array_broadcast) \
  line(adjacent_direct) \
  line(adjacent_element_send) \
  line(adjacent_shift) \
  line(adjacent_hypercube) \
  line(adjacent_hypercube_paired) \
  line(concentrate_two_hop) \
  line(concentrate_hypercube) \
  line(concentrate_printed) \
  line(distribute_two_hop) \
  line(distribute_hypercube) \
  line(generalize_two_hop) \
  line(generalize_hypercube) \
  line(generalize_printed) \
  line(traffic_arbitrated) \
  line(raw_raw)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(pops, PopsCase, PLEXUS_POPS_ALGORITHMS)

/// Bytes of nodes with their programs, and of couplers.
[[nodiscard]] double pops_memory(const PopsCase& at);
/// Is every result of the operation what it should be?
[[nodiscard]] std::optional<std::string> wrong_outcome(const PopsCase& at,
                                                       const Operation& operation,
                                                       const pops_machine& top);
namespace pops {
// What no algorithm can beat with the transmitters and receivers of a case.
[[nodiscard]] Cycles bound_scatter(const PopsCase& at);
[[nodiscard]] Cycles bound_gather(const PopsCase& at);
[[nodiscard]] Cycles bound_allgather(const PopsCase& at);
[[nodiscard]] Cycles bound_alltoall(const PopsCase& at);
}  // namespace pops

/// The hardware of all cases of a POPS.
template <typename Case>
[[nodiscard]] MachineKind<Case> pops_kind(Case (*read)(const Values&)) {
  return {
      .name = "pops",
      .read = read,
      .build =
          [](const Case& at, const Operation& operation, const ConstructionOrder& order) {
            NodeContext context;
            context.space = operation.space;
            context.in_vain = at.in_vain;
            return std::make_unique<pops_machine>("pops", at.shape, at.rules, context, at.optics,
                                                  order);
          },
      .memory = pops_memory,
      .blocks = {"pops_coupler", "pops_tx", "pops_rx", "pops_slot_ctrl", "pops_route", "pops_net"},
      .declared = pops_machine::statistics(),
      .layout = [](const Case& at) { return layout(at.shape); },
      .lower_bounds = {{"scatter", pops::bound_scatter},
                       {"gather", pops::bound_gather},
                       {"allgather", pops::bound_allgather},
                       {"alltoall", pops::bound_alltoall}},
      .memories_begin_empty = true,  // processors keep what the stars deliver to them
      .check = wrong_outcome};
}

/// Adds the POPS and its algorithms.
void add_pops(Catalogue& catalogue);
/// Adds the schedules that are searched for on it.
void add_pops_searches(Catalogue& catalogue);
/// Adds `traffic synthetic`, with its series of loads: nodes offer packets cycle by cycle, and
/// couplers and receivers grant them round robin, slot by slot.
void add_pops_traffic(Catalogue& catalogue);

}  // namespace plexus
