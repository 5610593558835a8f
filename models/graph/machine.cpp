#include "models/graph/machine.hpp"

#include "models/direct/next_hop.hpp"

namespace plexus {

void add_graph(Catalogue& catalogue) {
  const MachineList<GraphCase> add{
      catalogue,
      {.name = "graph",
       .read = graph_case,
       .build =
           [](const GraphCase& at, const Operation& operation, const ConstructionOrder& order) {
             return std::make_unique<direct_machine>("graph", at.graph->wiring(at.timing),
                                                     operation.space, at.timing, at.rule, order);
           },
       .memory =
           [](const GraphCase& at) {
             return memory_of(at.nodes(), 2.0 * static_cast<double>(at.graph->links()));
           },
       .blocks = {"link", "port_guard"},
       .declared = direct_machine::statistics(),
       .layout = [](const GraphCase& at) { return layout(*at.graph); }}};
  PLEXUS_ADD_ALGORITHMS(graph, PLEXUS_GRAPH_ALGORITHMS)
  for (const ScheduledOperation operation : kScheduledOperations) {
    Algorithm<GraphCase> scheduled = schedule_algorithm<GraphCase>(
        operation,
        has_root(operation) ? graph_root_parameters("processor at the root") : graph_parameters(),
        {[](const GraphCase& at) { return at.nodes(); },
         [](const GraphCase& at) { return shortest_ways(at.graph->wiring(at.timing)); }});
    // For what neither a ring nor a tree does.
    scheduled.is_default = operation == ScheduledOperation::kScatter ||
                           operation == ScheduledOperation::kGather ||
                           operation == ScheduledOperation::kAlltoall;
    add(std::move(scheduled));
  }
  add.topology({graph_parameter()}, topology_statistics(),
               [](const GraphCase& at, Statistics& statistics) {
                 statistics.set(kNodes, at.graph->nodes());
                 statistics.set(kLinks, std::uint64_t{at.graph->links()});
                 statistics.set(kDegree, std::uint64_t{at.graph->degree()});
                 statistics.set(kDiameter, at.graph->diameter());
               });
}

}  // namespace plexus
