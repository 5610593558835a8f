#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/graph/case.hpp"

namespace plexus {

struct SynthesisNetwork;

/// The algorithms of a graph in the order of the table: a line each, a file each.
// clang-format off
#define PLEXUS_GRAPH_ALGORITHMS(line) \
  line(move_shortest_path) \
  line(broadcast_tree) \
  line(scatter_tree) \
  line(gather_tree) \
  line(allgather_ring) \
  line(alltoall_ring) \
  line(allreduce_ring) \
  line(allreduce_tree) \
  line(reduce_scatter_ring)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(graph, GraphCase, PLEXUS_GRAPH_ALGORITHMS)

/// Its links and their timing: what bounds and searches of schedules (models/synthesis) know of it.
[[nodiscard]] SynthesisNetwork graph_network(const GraphCase& at);
/// Its hardware, and how its cases are read.
[[nodiscard]] MachineKind<GraphCase> graph_kind();
/// Adds the machine of links that a file describes, and its algorithms.
void add_graph(Catalogue& catalogue);
/// Adds the schedules that are searched for on it.
void add_graph_searches(Catalogue& catalogue);

}  // namespace plexus
