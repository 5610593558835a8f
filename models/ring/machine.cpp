#include "models/ring/machine.hpp"

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/direct/next_hop.hpp"
#include "models/ring/network.hpp"
#include "models/schedule/own_size.hpp"
#include "models/synthesis/network_bound.hpp"
#include "models/torus/shape.hpp"

namespace plexus {

namespace {

/// One node on, round the ring.
std::vector<NodeMap> ring_shifts(const RingShape& ring) {
  NodeMap map;
  for (NodeId v = 0; v < ring.nodes; ++v) map.push_back(ring.at(v, kClockwise, 1));
  return {map};
}

}  // namespace

SynthesisNetwork ring_network(const RingCase& at) {
  return network_of(at.ring.wiring(), at.timing, at.rule, ring_shifts(at.ring));
}

MachineKind<RingCase> ring_kind() {
  return {.name = "ring",
          .read = ring_case,
          .build =
              [](const RingCase& at, const Operation& operation, const ConstructionOrder& order) {
                return std::make_unique<direct_machine>("ring", at.ring.wiring(), operation.space,
                                                        at.timing, at.rule, order);
              },
          .memory = [](const RingCase& at) { return memory_of(at.k(), 2 * at.k()); },
          .blocks = {"link", "port_guard"},
          .declared = direct_machine::statistics(),
          .layout = [](const RingCase& at) { return layout(at.ring); },
          .lower_bounds = {{"move", ring_bound_move},
                           {"broadcast", ring_bound_broadcast},
                           {"scatter", ring_bound_scatter},
                           {"gather", ring_bound_gather},
                           {"allgather", ring_bound_gather},
                           {"alltoall", ring_bound_gather},
                           {"allreduce", ring_bound_allreduce},
                           {"reduce-scatter", ring_bound_gather}},
          .network_bound = bound_of_network(ring_network),
          .beyond_paper = [](const RingCase& at) { return full_duplex(at.rule); }};
}

MachineList<RingCase> ring_list(Catalogue& catalogue) { return {catalogue, ring_kind()}; }

void add_ring(Catalogue& catalogue) {
  const MachineList<RingCase> add = ring_list(catalogue);
  PLEXUS_ADD_ALGORITHMS(ring, PLEXUS_RING_ALGORITHMS)
  RunParameters run = ring_parameters();
  run.all = with_size(with_full_duplex(run.all), "nodes", 4);
  add_schedules<RingCase>(add, run,
                          {[](const RingCase& at) { return shortest_ways(at.ring.wiring()); }});
  add.topology({ring_nodes_parameter()}, topology_statistics(),
               [](const RingCase& at, Statistics& statistics) {
                 const NodeId k = at.ring.nodes;
                 report_topology(k, k, 2, k / 2, statistics);
               });
  add_direct_traffic(catalogue, "ring", {ring_nodes_parameter()}, [](const Values& values) {
    const NodeId nodes = values.node("nodes");
    if (nodes > TorusShape::kMaxNodes) {
      throw Refusal{RefusalClass::kSize,
                    fmt::format("--nodes {} is out of range: routers are counted "
                                "up to {}.",
                                nodes, TorusShape::kMaxNodes)};
    }
    return ring_shape(nodes);
  });
}

}  // namespace plexus
