#include "models/graph/machine.hpp"

#include "models/direct/direct_traffic.hpp"
#include "models/direct/next_hop.hpp"
#include "models/graph/traffic_routes.hpp"
#include "models/synthesis/network_bound.hpp"

namespace plexus {

SynthesisNetwork graph_network(const GraphCase& at) {
  return network_of(at.graph->wiring(at.timing), at.timing, at.rule, {});
}

MachineKind<GraphCase> graph_kind() {
  return {.name = "graph",
          .read = graph_case,
          .build =
              [](const GraphCase& at, const Operation& operation, const ConstructionOrder& order) {
                return std::make_unique<direct_machine>("graph", at.graph->wiring(at.timing),
                                                        operation.space, at.timing, at.rule, order);
              },
          .memory =
              [](const GraphCase& at) {
                constexpr double kEnds = 1500;  // of a node: copies of the graph, tables
                return memory_of(at.nodes(), 2.0 * static_cast<double>(at.graph->links())) +
                       kEnds * at.nodes();
              },
          .blocks = {"link", "port_guard"},
          .declared = direct_machine::statistics(),
          .layout = [](const GraphCase& at) { return layout(*at.graph); },
          .lower_bounds = {{"move", graph_bound_move},
                           {"broadcast", graph_bound_broadcast},
                           {"scatter", graph_bound_scatter},
                           {"gather", graph_bound_gather},
                           {"allgather", graph_bound_allgather},
                           {"alltoall", graph_bound_alltoall},
                           {"allreduce", graph_bound_allreduce},
                           {"reduce-scatter", graph_bound_reduce_scatter}},
          .network_bound = bound_of_network(graph_network)};
}

void add_graph(Catalogue& catalogue) {
  const MachineList<GraphCase> add{catalogue, graph_kind()};
  PLEXUS_ADD_ALGORITHMS(graph, PLEXUS_GRAPH_ALGORITHMS)
  for (const ScheduledOperation operation : kScheduledOperations) {
    Algorithm<GraphCase> scheduled = schedule_algorithm<GraphCase>(
        operation,
        has_root(operation) ? graph_root_parameters("processor at the root") : graph_parameters(),
        {[](const GraphCase& at) { return at.nodes(); },
         [](const GraphCase& at) { return shortest_ways(at.graph->wiring(at.timing)); }});
    // The one that any graph can do, and the faster one where there is a ring, too.
    scheduled.is_default = operation == ScheduledOperation::kAlltoall;
    if (operation <= ScheduledOperation::kScatter) {
      scheduled.memory = [rows = scheduled.memory](const GraphCase& at) {
        return rows(at) + graph_bound_bytes(at);
      };
    }
    add(std::move(scheduled));
  }
  add_direct_traffic(catalogue, "graph", {graph_parameter()}, [](const Values& values) {
    const GraphShape graph = read_graph(values.word("graph"));
    return DirectNetwork{graph.wiring({}),
                         false,
                         [graph] { return up_down_steps(graph); },
                         {static_cast<int>(graph.nodes())}};
  });
  add.topology(
      {graph_parameter()}, topology_statistics(),
      [](const GraphCase& at, Statistics& statistics) {
        statistics.set(kNodes, at.graph->nodes());
        statistics.set(kLinks, std::uint64_t{at.graph->links()});
        statistics.set(kDegree, std::uint64_t{at.graph->degree()});
        statistics.set(kDiameter, at.graph->diameter());
      },
      [](const GraphCase& at) {  // the graph, and how it is drawn
        constexpr double kNode = 400;
        constexpr double kLink = 380;
        return kNode * at.nodes() + kLink * static_cast<double>(at.graph->links());
      });
}

}  // namespace plexus
