#include "models/graph/machine.hpp"

#include <algorithm>
#include <optional>

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

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
// The longest way that some word has to go, and what some node has to take in, or give out, over
// all its links at once, each of which is set up once.

/// Cycles in which links can carry `words`: a link that is set up once carries the rest of them at
/// its bandwidth.
Cycles cycles_over(const std::vector<LinkTiming>& links, Words words) {
  const auto carried = [&](std::int64_t cycles) {
    double most = 0;  // huge bandwidths have a sum, too
    for (const LinkTiming& link : links) {
      most += static_cast<double>(std::max<std::int64_t>(0, cycles - link.startup.count())) *
              static_cast<double>(link.bandwidth.count());
    }
    return most;
  };
  if (words == 0_words || links.empty()) return {};
  std::int64_t low = 0;
  std::int64_t high = links.front().hop(words).count();
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (carried(middle) >= static_cast<double>(words.count()) ? high : low) = middle;
  }
  return Cycles{high};
}

/// Cycles in which `words` can come to a node, and in which they can leave it.
Cycles intake(const GraphCase& at, NodeId node, Words words) {
  std::vector<LinkTiming> links;
  for (const GraphShape::End& end : at.graph->ends(node)) {
    links.push_back(at.graph->timing(end.node, end.channel, at.timing));
  }
  return cycles_over(links, words);
}
Cycles outflow(const GraphCase& at, NodeId node, Words words) {
  std::vector<LinkTiming> links;
  for (unsigned channel = 0; channel < at.graph->ends(node).size(); ++channel) {
    links.push_back(at.graph->timing(node, channel, at.timing));
  }
  return cycles_over(links, words);
}

/// Cycles of a word from one node to another.
Cycles way(const GraphCase& at, const NextHopOf& next, NodeId from, NodeId to) {
  Cycles cycles;
  while (from != to) {
    const NextHop hop = next(from, to);
    cycles += at.graph->timing(from, hop.port, at.timing).hop(1_words);
    from = hop.node;
  }
  return cycles;
}

/// The longest of all ways; in a large graph of those to node 0 alone.
Cycles longest_way(const GraphCase& at) {
  constexpr NodeId kSmall = 512;
  const NextHopOf next = shortest_ways(at.graph->wiring(at.timing));
  Cycles longest;
  for (NodeId to = 0; to < (at.nodes() > kSmall ? 1 : at.nodes()); ++to) {
    for (NodeId from = 0; from < at.nodes(); ++from) {
      longest = std::max(longest, way(at, next, from, to));
    }
  }
  return longest;
}
constexpr NodeId kManyRoots = 2048;  ///< above it no ways from a root are looked up

/// The longest way from the root, or to it.
Cycles root_way(const GraphCase& at, bool from_root) {
  if (from_root && at.nodes() > kManyRoots) return {};
  const NextHopOf next = shortest_ways(at.graph->wiring(at.timing));
  Cycles longest;
  for (NodeId v = 0; v < at.nodes(); ++v) {
    longest = std::max(longest, from_root ? way(at, next, at.root, v) : way(at, next, v, at.root));
  }
  return longest;
}

/// Of all nodes but `spared`.
template <typename Of>
Cycles largest(const GraphCase& at, std::optional<NodeId> spared, Of of) {
  Cycles most;
  for (NodeId v = 0; v < at.nodes(); ++v) {
    if (v != spared) most = std::max(most, of(v));
  }
  return most;
}
/// Of some node: nobody says which.
template <typename Of>
Cycles smallest(const GraphCase& at, Of of) {
  Cycles least = of(0);
  for (NodeId v = 1; v < at.nodes(); ++v) least = std::min(least, of(v));
  return least;
}

Words others(const GraphCase& at) { return (std::int64_t{at.nodes()} - 1) * at.words; }

Cycles graph_bound_move(const GraphCase& at) {
  if (at.source == at.destination) return {};
  const NextHopOf next = shortest_ways(at.graph->wiring(at.timing));
  return std::max({way(at, next, at.source, at.destination), intake(at, at.destination, at.words),
                   outflow(at, at.source, at.words)});
}

Cycles graph_bound_broadcast(const GraphCase& at) {
  return std::max(root_way(at, true),
                  largest(at, at.root, [&](NodeId v) { return intake(at, v, at.words); }));
}

Cycles graph_bound_scatter(const GraphCase& at) {
  return std::max(graph_bound_broadcast(at), outflow(at, at.root, others(at)));
}

Cycles graph_bound_gather(const GraphCase& at) {
  return std::max({root_way(at, false), intake(at, at.root, others(at)),
                   largest(at, at.root, [&](NodeId v) { return outflow(at, v, at.words); })});
}

Cycles graph_bound_allgather(const GraphCase& at) {
  return std::max({longest_way(at),
                   largest(at, {}, [&](NodeId v) { return intake(at, v, others(at)); }),
                   largest(at, {}, [&](NodeId v) { return outflow(at, v, at.words); })});
}

Cycles graph_bound_alltoall(const GraphCase& at) {
  return std::max(graph_bound_allgather(at),
                  largest(at, {}, [&](NodeId v) { return outflow(at, v, others(at)); }));
}

Cycles graph_bound_allreduce(const GraphCase& at) {
  const Words volume = allreduce_volume(at.nodes(), at.words);
  return std::max({longest_way(at),
                   largest(at, {}, [&](NodeId v) { return intake(at, v, at.words); }),
                   smallest(at, [&](NodeId v) { return intake(at, v, volume); })});
}

Cycles graph_bound_reduce_scatter(const GraphCase& at) {
  return std::max({longest_way(at),
                   largest(at, {}, [&](NodeId v) { return intake(at, v, at.words); }),
                   smallest(at, [&](NodeId v) { return intake(at, v, others(at)); })});
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
