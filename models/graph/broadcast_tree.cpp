#include "models/direct/streams.hpp"
#include "models/graph/case.hpp"

namespace plexus::graph {

using namespace paper_1986;

namespace {

Cycles exact_broadcast_tree(const GraphCase& at) { return cycles_down(at, {at.words, at.packets}); }

void plant_broadcast_tree(GraphCase& at) {
  plant_tree(at);
  settle_packets_on_graph(at, at.tree->depth(), exact_broadcast_tree);
}

Program down_broadcast_tree(processor& self, const GraphCase& at) {
  return relay(self, at.tree->place(self.id()), whole_stream(at.words, at.packets));
}

}  // namespace

Algorithm<GraphCase> broadcast_tree() {
  return {
      .operation = "broadcast",
      .name = "tree",
      .summary = "packets down a tree of shortest ways",
      .is_default = true,
      .parameters = with_packets(graph_parameters().with_root("processor that has the message")),
      .prepare = plant_broadcast_tree,
      .program = down_broadcast_tree,
      .exact = exact_broadcast_tree,
      .statistics =
          [](const GraphCase& at, const direct_machine& top, Statistics& statistics) {
            report_packets(at, top, statistics);
            statistics.set(kDepth, at.tree->depth());
          },
      .declared = {kPackets, kDepth},
      .blocks = {"relay_node"}};
}

}  // namespace plexus::graph
