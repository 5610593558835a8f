#include "models/graph/case.hpp"

#include <algorithm>
#include <functional>

#include "models/catalogue/json.hpp"
#include "models/catalogue/unfit_algorithm.hpp"
#include "models/direct/next_hop.hpp"

namespace plexus {

namespace {

std::int64_t graph_nodes(const Values& values) { return graph_of(values).processors(); }

GraphFile file_of(const Values& values) {
  GraphFile file{values.word("graph")};
  if (values.has("hosts")) file.hosts = values.number("hosts");
  // Whatever --clock will be, a link has a byte a cycle, and is no fault of the file yet.
  file.clock = values.has("clock") ? values.number("clock") : 1;
  return file;
}

Parameter graph_parameter() {
  Parameter parameter = free_text(
      "graph", "file", "GraphML or a list of edges; example: six nodes in a ring with a chord",
      "example", "which nodes are joined");
  parameter.check = [](const Json& value, const Values&) {
    if (!value.is_string()) throw Refusal{RefusalClass::kUsage, "--graph: name a file."};
    static_cast<void>(read_graph({value.get<std::string>(), 1, 1}));
  };
  parameter.of_nodes = [](const Parameter&, std::int64_t) -> std::string {
    throw Refusal{
        RefusalClass::kUsage,
        "A graph has as many nodes as its file says: leave out --nodes, and name the file "
        "with --graph FILE."};
  };
  return parameter;
}

}  // namespace

GraphShape graph_of(const Values& values) { return read_graph(file_of(values)); }

GraphCase graph_case(const Values& values) {
  GraphCase at;
  at.graph = std::make_shared<const GraphShape>(graph_of(values));
  at.read(values);
  if (values.has("routes") && values.word("routes") != "shortest")
    at.routes = values.word("routes");
  return at;
}

std::vector<Parameter> graph_shape_parameters() {
  constexpr std::int64_t kMostHosts = 63;  // links of the switch that joins them
  return {graph_parameter(),
          only_with(integer("hosts", 1, kMostHosts, 1,
                            "so many like the one of the file, joined by a network"),
                    "--graph FILE.xml, the topology of a host",
                    [](const Values& values) { return graph_of(values).has_hosts(); })};
}

RunParameters graph_parameters() {
  constexpr std::int64_t kMostMegahertz = 100'000;
  RunParameters run;
  run.all = joined(
      {graph_shape_parameters(),
       transfer_parameters(),
       {only_with(integer("clock", 1, kMostMegahertz, GraphFile::kUsualClock,
                          "cycles in a microsecond, where links are in GB/s and us; a word is a "
                          "byte"),
                  "a --graph whose links are in GB/s or us",
                  [](const Values& values) { return graph_of(values).clocked(); }),
        port_rule_parameter(PortRule::kAllFull)}});
  run.nodes = graph_nodes;
  run.destination = [](const Values& values) {
    const std::int64_t nodes = graph_nodes(values);
    return Json((values.number("source") + std::max<std::int64_t>(1, nodes / 2)) % nodes);
  };
  return run;
}

Parameter graph_routes_parameter() {
  Parameter parameter = free_text("routes", "file", "a table of rows at,to,next, or shortest",
                                  "shortest", "which way what is for a node goes");
  parameter.check = [](const Json& value, const Values&) {
    if (value.is_string() && !value.get<std::string>().empty()) return;
    throw Refusal{RefusalClass::kUsage, "--routes: name a file, or say shortest."};
  };
  return parameter;
}

void find_ring(GraphCase& at) {
  auto ring = at.graph->ring();
  if (!ring && at.graph->switches() > 0) {
    throw UnfitAlgorithm{
        "No ring of links joins all nodes of the graph but its switches: choose --algorithm "
        "schedule."};
  }
  if (!ring) {
    throw Refusal{
        RefusalClass::kFeature,
        "No ring through all nodes is found in the graph: choose --algorithm schedule, or "
        "tree where there is one."};
  }
  at.ring = std::move(*ring);
}

void plant_tree(GraphCase& at) {
  if (at.graph->switches() > 0) {
    throw UnfitAlgorithm{
        "Nodes of a tree hold what they pass on, and switches of a graph hold nothing: choose "
        "--algorithm schedule."};
  }
  at.tree = at.graph->tree(at.root, at.timing);
}

RingPlace place_on_ring(const GraphCase& at, NodeId node) {
  const auto k = static_cast<NodeId>(at.ring.size());
  const auto place = static_cast<NodeId>(std::ranges::find(at.ring, node) - at.ring.begin());
  return {at.graph->channel_to(node, at.ring[(place + 1) % k]),
          at.graph->channel_to(node, at.ring[(place + k - 1) % k]), k, place};
}

Cycles ring_cycles(const GraphCase& at, std::int64_t rounds, const std::vector<Words>& words) {
  return ring_cycles(at, rounds,
                     [&](std::int64_t /*round*/, std::size_t chunk) { return words[chunk]; });
}

Cycles ring_cycles(const GraphCase& at, std::int64_t rounds,
                   const std::function<Words(std::int64_t round, std::size_t chunk)>& words) {
  const auto k = static_cast<std::int64_t>(at.ring.size());
  std::vector<LinkTiming> links;
  for (std::int64_t p = 0; p < k; ++p) {
    const NodeId node = at.ring[static_cast<std::size_t>(p)];
    links.push_back(at.graph->timing(node, place_on_ring(at, node).towards_next, at.timing));
  }
  std::vector<Cycles> ready(static_cast<std::size_t>(k));  // what a place sends next is there
  std::vector<Cycles> free(static_cast<std::size_t>(k));   // its link is idle
  Cycles end;
  for (std::int64_t i = 0; i < rounds; ++i) {
    std::vector<Cycles> next = ready;
    for (std::int64_t p = 0; p < k; ++p) {
      const auto here = static_cast<std::size_t>(p);
      const auto after = static_cast<std::size_t>((p + 1) % k);
      const Words size = words(i, static_cast<std::size_t>((((p - 1 - i) % k) + k) % k));
      if (size == 0_words) continue;
      free[here] = std::max(ready[here], free[here]) + links[here].hop(size);
      next[after] = std::max(next[after], free[here]);
      end = std::max(end, free[here]);
    }
    ready = std::move(next);
  }
  return end;
}

std::vector<NodeId> by_level(const SpanningTree& tree) {
  std::vector<NodeId> nodes(tree.nodes());
  for (NodeId v = 0; v < tree.nodes(); ++v) nodes[v] = v;
  std::ranges::stable_sort(nodes, {}, [&](NodeId v) { return tree.level(v); });
  return nodes;
}

void plant_subtrees(GraphCase& at) {
  plant_tree(at);
  auto subtrees = std::make_shared<std::vector<Subtree>>(at.nodes());
  std::vector<NodeId> nodes = by_level(*at.tree);
  std::ranges::stable_sort(nodes, std::greater{}, [&](NodeId v) { return at.tree->level(v); });
  for (const NodeId node : nodes) {
    for (NodeId v = node; v != at.root;) {
      const auto up = static_cast<unsigned>(*at.tree->parent_port(v));
      const GraphShape::End& parent = at.graph->ends(v)[up];
      (*subtrees)[parent.node].nodes.push_back(node);
      (*subtrees)[parent.node].channels.push_back(parent.channel);
      v = parent.node;
    }
  }
  at.subtrees = std::move(subtrees);
}

void report_depth(const GraphCase& at, const direct_machine& /*top*/, Statistics& statistics) {
  statistics.set(kDepth, at.tree->depth());
}

Cycles cycles_down(const GraphCase& at, EvenSplit split) {
  const SpanningTree& tree = *at.tree;
  std::vector<Cycles> free(tree.nodes());  // of the link from the parent
  Cycles end;
  for (std::int64_t j = 0; j < split.parts; ++j) {
    std::vector<Cycles> here(tree.nodes());
    for (const NodeId v : by_level(tree)) {
      if (v == tree.root()) continue;
      const auto up = static_cast<unsigned>(*tree.parent_port(v));
      const GraphShape::End& parent = at.graph->ends(v)[up];
      const LinkTiming link = at.graph->timing(parent.node, parent.channel, at.timing);
      free[v] = std::max(here[parent.node], free[v]) + link.hop(split.size(j));
      here[v] = free[v];
      end = std::max(end, here[v]);
    }
  }
  return end;
}

Cycles cycles_up(const GraphCase& at, EvenSplit split) {
  const SpanningTree& tree = *at.tree;
  std::vector<NodeId> nodes = by_level(tree);
  std::ranges::reverse(nodes);
  std::vector<Cycles> free(tree.nodes());  // of the link to the parent
  std::vector<Cycles> done(tree.nodes());  // the program has passed on the packet before
  for (std::int64_t j = 0; j < split.parts; ++j) {
    for (const NodeId v : nodes) {
      if (v == tree.root()) continue;
      const auto up = static_cast<unsigned>(*tree.parent_port(v));
      const LinkTiming link = at.graph->timing(v, up, at.timing);
      free[v] = std::max(done[v], free[v]) + link.hop(split.size(j));
      const NodeId parent = at.graph->ends(v)[up].node;
      done[parent] = std::max(done[parent], free[v]);
    }
  }
  return done[tree.root()];
}

void settle_packets_on_graph(GraphCase& at, std::int64_t hops, Cycles (*exact)(const GraphCase&)) {
  constexpr Words kMostTried{4096};
  const auto search = [&] {
    if (at.words > kMostTried) {
      throw Refusal{RefusalClass::kSize,
                    "On a graph --packets optimal tries every number of packets, for at most 4096 "
                    "--words: choose fewer words, or --packets formula."};
    }
    return optimal_packets_of_all(at.words.count(), [&](std::int64_t packets) {
      at.packets = packets;
      return exact(at);
    });
  };
  constexpr std::int64_t kStreams = 2;
  paper_1986::settle_packets_by(at, hops, at.words, search, kStreams);
}

}  // namespace plexus
