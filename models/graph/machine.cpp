#include "models/graph/machine.hpp"

#include "models/catalogue/json.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/direct/next_hop.hpp"
#include "models/graph/traffic_routes.hpp"
#include "models/synthesis/network_bound.hpp"

namespace plexus {

namespace {

const Statistic kDiameterBetween{"diameter_between", "links",
                                 "in place of diameter where that takes long: at least, at most"};
const Statistic kSwitches{"switches", "", "nodes that pass on and take part in nothing"};
const Statistic kNodeNames{
    "names", "",
    "what the file calls nodes 0, 1, .., then its switches, where it does not "
    "number them; of up to 1,000"};

/// What the file calls the nodes; nothing where these are their numbers.
std::vector<std::string> own_names(const GraphShape& graph) {
  std::vector<std::string> names;
  bool numbers = true;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    names.push_back(graph.name(v));
    numbers &= names.back() == std::to_string(v);
  }
  if (numbers) names.clear();
  return names;
}

/// No port rule binds switches, but links are half duplex where those of nodes are.
std::unique_ptr<direct_machine> graph_machine(const GraphCase& at, const Operation& operation,
                                              const ConstructionOrder& order) {
  auto top = std::make_unique<direct_machine>("graph", at.graph->wiring(at.timing), operation.space,
                                              at.timing, at.rule, order);
  for (NodeId v = at.nodes(); v < at.graph->nodes(); ++v) {
    port_guard& guard = *top->node(v).guard();
    const PortRule links = full_duplex(at.rule) ? PortRule::kAllFull : PortRule::kAllHalf;
    guard = port_guard{links, guard.dimensions()};
  }
  return top;
}

Program rest(processor& /*self*/) { co_return; }

/// An algorithm of processors, on a graph whose switches have no data and no program of it.
Algorithm<GraphCase> beside_switches(Algorithm<GraphCase> algorithm) {
  algorithm.data = [name = algorithm.operation](const GraphCase& at) {
    Operation operation = standard_operation(name, facts_of(at));
    if (at.graph->switches() == 0) return operation;
    for (auto* const holds : {&operation.before, &operation.after}) {
      *holds = [nodes = at.nodes(), of = *holds](NodeId node) {
        return node < nodes ? of(node) : std::vector<Interval>{};
      };
    }
    return operation;
  };
  if (algorithm.program) {
    algorithm.program = [of = algorithm.program](processor& self, const GraphCase& at) {
      return self.id() < at.nodes() ? of(self, at) : rest(self);
    };
  }
  return algorithm;
}

}  // namespace

SynthesisNetwork graph_network(const GraphCase& at) {
  return network_of(at.graph->wiring(at.timing), at.timing, at.rule, {});
}

MachineKind<GraphCase> graph_kind() {
  return {.name = "graph",
          .read = graph_case,
          .build = graph_machine,
          .memory =
              [](const GraphCase& at) {
                constexpr double kEnds = 1500;  // of a node: copies of the graph, tables
                const double nodes = at.graph->nodes();
                return memory_of(nodes, 2.0 * static_cast<double>(at.graph->links())) +
                       kEnds * nodes;
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
  const MachineList<GraphCase> list{catalogue, graph_kind()};
  const auto add = [&](Algorithm<GraphCase> one) { list(beside_switches(std::move(one))); };
  PLEXUS_ADD_ALGORITHMS(graph, PLEXUS_GRAPH_ALGORITHMS)
  for (const ScheduledOperation operation : kScheduledOperations) {
    Algorithm<GraphCase> scheduled = schedule_algorithm<GraphCase>(
        operation, graph_parameters(),
        {.next_hop = [](const GraphCase& at) { return at.ways(); },
         .first_hop = [](const GraphCase& at) { return at.links(); },
         .switches = [](const GraphCase& at) { return at.graph->switches(); },
         .parameters = {graph_routes_parameter()}});
    // The one that any graph can do, and the faster one where there is a ring, too.
    scheduled.is_default |= operation == ScheduledOperation::kAlltoall;
    list(std::move(scheduled));
  }
  add_direct_traffic(catalogue, "graph", graph_shape_parameters(), [](const Values& values) {
    const GraphShape graph = graph_of(values);
    DirectNetwork network{graph.wiring({}),
                          false,
                          [graph] { return up_down_steps(graph); },
                          {static_cast<int>(graph.processors())},
                          graph.switches()};
    network.wiring.nodes = graph.processors();
    return network;
  });
  std::vector<Statistic> declared = topology_statistics();
  declared.push_back(kSwitches);
  declared.push_back(kDiameterBetween);
  declared.push_back(kNodeNames);
  list.topology(graph_shape_parameters(), std::move(declared),
                [](const GraphCase& at, Statistics& statistics) {
                  statistics.set(kNodes, at.nodes());
                  if (at.graph->switches() > 0) statistics.set(kSwitches, at.graph->switches());
                  statistics.set(kLinks, std::uint64_t{at.graph->links()});
                  statistics.set(kDegree, std::uint64_t{at.graph->degree()});
                  const auto [least, most] = at.graph->diameter();
                  if (least == most) {
                    statistics.set(kDiameter, least);
                  } else {
                    statistics.set(kDiameterBetween, Json{least, most});
                  }
                  constexpr NodeId kMostNames = 1000;
                  if (at.graph->nodes() > kMostNames) return;
                  const std::vector<std::string> names = own_names(*at.graph);
                  if (!names.empty()) statistics.set(kNodeNames, Json(names));
                });
}

}  // namespace plexus
