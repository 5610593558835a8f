#include "models/hypercube/machine.hpp"

#include "models/catalogue/json.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/direct/next_hop.hpp"
#include "models/hypercube/network.hpp"
#include "models/schedule/own_size.hpp"
#include "models/synthesis/network_bound.hpp"

namespace plexus {

namespace {

/// Across each dimension.
std::vector<NodeMap> cube_shifts(const HypercubeShape& cube) {
  std::vector<NodeMap> shifts;
  for (int t = 0; t < cube.dimension(); ++t) {
    NodeMap map;
    for (NodeId v = 0; v < cube.nodes(); ++v) map.push_back(HypercubeShape::across(v, t));
    shifts.push_back(std::move(map));
  }
  return shifts;
}

}  // namespace

SynthesisNetwork hypercube_network(const HypercubeCase& at) {
  return network_of(at.cube.wiring(), at.timing, at.rule, cube_shifts(at.cube));
}

MachineKind<HypercubeCase> hypercube_kind() {
  return {
      .name = "hypercube",
      .read = hypercube_case,
      .build =
          [](const HypercubeCase& at, const Operation& operation, const ConstructionOrder& order) {
            return std::make_unique<hypercube_machine>("hypercube", at.cube, operation.space,
                                                       at.timing, at.rule, at.parts, order);
          },
      .memory =
          [](const HypercubeCase& at) {
            const auto k = static_cast<double>(at.nodes());
            return memory_of(k, k * at.cube.ports());
          },
      .blocks = {"link", "port_guard"},
      .declared = direct_machine::statistics(),
      .layout = [](const HypercubeCase& at) { return layout(at.cube); },
      .lower_bounds = {{"move", hypercube_bound_move},
                       {"broadcast", hypercube_bound_broadcast},
                       {"scatter", hypercube_bound_exchange},
                       {"gather", hypercube_bound_exchange},
                       {"allgather", hypercube_bound_exchange},
                       {"alltoall", hypercube_bound_exchange},
                       {"allreduce", hypercube_bound_allreduce},
                       {"reduce-scatter", hypercube_bound_exchange}},
      .network_bound = bound_of_network(hypercube_network),
      .beyond_paper = [](const HypercubeCase& at) { return at.both_ways(); }};
}

void add_hypercube(Catalogue& catalogue) {
  const MachineList<HypercubeCase> add{catalogue, hypercube_kind()};
  PLEXUS_ADD_ALGORITHMS(hypercube, PLEXUS_HYPERCUBE_ALGORITHMS)
  RunParameters run = hypercube_parameters();
  run.all = with_size(with_full_duplex(run.all), "dimension", 2);
  add_schedules<HypercubeCase>(
      add, run, {[](const HypercubeCase& at) { return shortest_ways(at.cube.wiring()); }});
  add.topology({dimension_parameter()}, topology_statistics(),
               [](const HypercubeCase& at, Statistics& statistics) {
                 const int n = at.cube.dimension();
                 report_topology(at.cube.nodes(), at.cube.links(), n, n, statistics);
               });
  add_direct_traffic(catalogue, "hypercube", {dimension_parameter()}, [](const Values& values) {
    return hypercube_shape(static_cast<int>(values.number("dimension")));
  });
}

}  // namespace plexus
