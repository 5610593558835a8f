#include "models/torus/machine.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/direct/next_hop.hpp"
#include "models/schedule/own_size.hpp"
#include "models/synthesis/network_bound.hpp"
#include "models/torus/network.hpp"

namespace plexus {

namespace {

/// Most links of a node: one each way along every side, as far as there are neighbours.
int degree(const TorusShape& torus) {
  int links = 0;
  for (const int side : torus.sides()) links += std::min(side - 1, 2);
  return links;
}

/// One node on along each side; on an open mesh that is no symmetry.
std::vector<NodeMap> torus_shifts(const TorusShape& torus) {
  std::vector<NodeMap> shifts;
  for (std::size_t side = 0; side < torus.sides().size(); ++side) {
    NodeMap map;
    for (NodeId v = 0; v < torus.nodes(); ++v) {
      std::vector<int> place = torus.coordinates(v);
      place[side] = (place[side] + 1) % torus.sides()[side];
      map.push_back(torus.node(place));
    }
    shifts.push_back(std::move(map));
  }
  return shifts;
}

}  // namespace

SynthesisNetwork torus_network(const TorusCase& at) {
  return network_of(at.shape.wiring(), at.timing, at.rule, torus_shifts(at.shape));
}

MachineKind<TorusCase> torus_kind() {
  return {
      .name = "torus",
      .read = torus_case,
      .build =
          [](const TorusCase& at, const Operation& operation, const ConstructionOrder& order) {
            return std::make_unique<torus_machine>("torus", at.shape, operation.space, at.timing,
                                                   at.rule, at.routed, order);
          },
      .memory = [](const TorusCase& at) { return memory_of(at.k(), at.k() * at.shape.ports()); },
      .blocks = {"link", "port_guard"},
      .declared = direct_machine::statistics(),
      .layout = [](const TorusCase& at) { return layout(at.shape); },
      .lower_bounds = {{"move", torus_bound_move},
                       {"broadcast", torus_bound_broadcast},
                       {"scatter", torus_bound_scatter},
                       {"gather", torus_bound_gather},
                       {"allgather", torus_bound_exchange},
                       {"alltoall", torus_bound_exchange},
                       {"allreduce", torus_bound_allreduce},
                       {"reduce-scatter", torus_bound_exchange}},
      .network_bound = bound_of_network(torus_network),
      .beyond_paper = [](const TorusCase& at) { return full_duplex(at.rule); }};
}

void add_torus(Catalogue& catalogue) {
  const MachineList<TorusCase> add{catalogue, torus_kind()};
  PLEXUS_ADD_ALGORITHMS(torus, PLEXUS_TORUS_ALGORITHMS)
  RunParameters run = torus_parameters();
  run.all = with_size(with_full_duplex(run.all), "sides", Json::array({4, 4}));
  add_schedules<TorusCase>(add, run,
                           {[](const TorusCase& at) { return shortest_ways(at.shape.wiring()); }});
  add.topology(torus_shape_parameters(), topology_statistics(),
               [](const TorusCase& at, Statistics& statistics) {
                 const TorusShape& torus = at.shape;
                 report_topology(torus.nodes(), torus.links(), degree(torus), torus.diameter(),
                                 statistics);
               });
  add_direct_traffic(catalogue, "torus", torus_shape_parameters(), [](const Values& values) {
    const std::vector<std::int64_t> sides = values.list("sides");
    return torus_shape({sides.begin(), sides.end()}, values.flag("wrap"));
  });
}

}  // namespace plexus
