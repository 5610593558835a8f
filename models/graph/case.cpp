#include "models/graph/case.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

std::int64_t nodes_of(const Values& values) { return read_graph(values.word("graph")).nodes(); }

}  // namespace

GraphCase graph_case(const Values& values) {
  GraphCase at;
  at.graph = std::make_shared<const GraphShape>(read_graph(values.word("graph")));
  if (values.has("words")) {  // not asked for by a question about the machine itself
    at.words = values.words();
    at.timing = values.timing();
    at.rule = values.port_rule();
  }
  if (values.has("root")) at.root = values.node("root");
  if (values.has("source")) at.source = values.node("source");
  if (values.has("destination")) at.destination = values.node("destination");
  if (values.has("op")) at.op = op_of(values);
  if (values.has("schedule")) at.scheduled.name = values.word("schedule");
  if (values.has("packets")) at.packet_wish = paper_1986::packet_wish(values);
  return at;
}

Parameter graph_parameter() {
  Parameter parameter;
  parameter.name = "graph";
  parameter.type = "file";
  parameter.range = "GraphML or a list of edges; example: six nodes in a ring with a chord";
  parameter.help = "which nodes are joined";
  *parameter.shown_default = "example";
  parameter.fallback = [](const Values&) { return Json("example"); };
  parameter.read = [](const std::string& text) { return Json(text); };
  parameter.check = [](const Json& value, const Values&) {
    if (!value.is_string()) throw Refusal{RefusalClass::kUsage, "--graph: name a file."};
    static_cast<void>(read_graph(value.get<std::string>()));
  };
  return parameter;
}

std::vector<Parameter> graph_parameters() {
  return joined(
      {{graph_parameter()}, transfer_parameters(), {port_rule_parameter(PortRule::kAllFull)}});
}

std::vector<Parameter> graph_root_parameters(const char* help) {
  return joined({graph_parameters(), {node_parameter("root", 0, nodes_of, help)}});
}

std::vector<Parameter> graph_move_parameters() {
  return joined(
      {graph_parameters(),
       source_and_destination(nodes_of, "the one half-way round", [](const Values& values) {
         const std::int64_t nodes = nodes_of(values);
         return Json((values.number("source") + std::max<std::int64_t>(1, nodes / 2)) % nodes);
       })});
}

std::vector<Parameter> graph_reduction_parameters() {
  return joined({graph_parameters(), {op_parameter(OperandOrder::kAny)}});
}

void report_packets(const GraphCase& at, const direct_machine& /*top*/, Statistics& statistics) {
  statistics.set(paper_1986::kPackets, at.packets);
}

void report_op(const GraphCase& at, const direct_machine& /*top*/, Statistics& statistics) {
  statistics.set(kOp, to_string(at.op));
}

void find_ring(GraphCase& at) {
  auto ring = at.graph->ring();
  if (!ring) {
    throw Refusal{
        RefusalClass::kFeature,
        "No ring through all nodes is found in the graph: choose --algorithm schedule, or "
        "tree where there is one."};
  }
  at.ring = std::move(*ring);
}

RingPlace place_on_ring(const GraphCase& at, NodeId node) {
  const auto k = static_cast<NodeId>(at.ring.size());
  const auto place = static_cast<NodeId>(std::ranges::find(at.ring, node) - at.ring.begin());
  return {at.graph->channel_to(node, at.ring[(place + 1) % k]),
          at.graph->channel_to(node, at.ring[(place + k - 1) % k]), k, place};
}

Cycles ring_cycles(const GraphCase& at, std::int64_t rounds, const std::vector<Words>& words) {
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
      const Words size = words[static_cast<std::size_t>((((p - 1 - i) % k) + k) % k)];
      if (size == 0_words) continue;
      free[here] = std::max(ready[here], free[here]) + links[here].hop(size);
      next[after] = std::max(next[after], free[here]);
      end = std::max(end, free[here]);
    }
    ready = std::move(next);
  }
  return end;
}

namespace {

/// Nodes of the tree, parents before children.
std::vector<NodeId> by_level(const SpanningTree& tree) {
  std::vector<NodeId> nodes(tree.nodes());
  for (NodeId v = 0; v < tree.nodes(); ++v) nodes[v] = v;
  std::ranges::stable_sort(nodes, {}, [&](NodeId v) { return tree.level(v); });
  return nodes;
}

}  // namespace

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

void settle_packets_on_graph(GraphCase& at, std::int64_t (*formula)(const GraphCase&),
                             Cycles (*exact)(const GraphCase&)) {
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
  paper_1986::settle_packets_by(at, formula, search, kStreams);
}

void share_vector(GraphCase& at, Words words, std::int64_t chunks) {
  at.reduction = std::make_shared<Reduction>(at.nodes(), EvenSplit{words, chunks}, at.op);
}

std::optional<std::string> wrong_allreduce(const GraphCase& at, const direct_machine& /*top*/) {
  return at.reduction->problem(at.reduction->allreduce().after);
}

}  // namespace plexus
