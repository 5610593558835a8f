#include "models/graph/case.hpp"

namespace plexus::graph {

namespace {

/// Every node sends its own block up first, then what its children send: one block of each in turn.
Program up(processor& self, const GraphCase& at) {
  const TreePlace place = at.tree->place(self.id());
  if (place.parent) self.post(*place.parent, self.pack(self.id()));
  std::size_t left = (*at.subtrees)[self.id()].nodes.size();
  for (std::size_t round = 0; left > 0; ++round) {
    for (const unsigned child : place.children) {
      const NodeId node = at.graph->ends(self.id())[child].node;
      if (round > (*at.subtrees)[node].nodes.size()) continue;
      Packet packet = co_await self.receive_into_memory(child);
      if (place.parent) self.post(*place.parent, std::move(packet));
      --left;
    }
  }
}

/// Link by link and block by block.
Cycles exact_gather_tree(const GraphCase& at) {
  std::vector<std::vector<Cycles>> come(at.nodes());  // at its parent, from each node
  std::vector<NodeId> nodes = by_level(*at.tree);
  Cycles end;
  for (auto v = nodes.rbegin(); v != nodes.rend(); ++v) {
    const TreePlace place = at.tree->place(*v);
    std::vector<Cycles> ready{Cycles{}};
    Cycles now;
    std::size_t left = (*at.subtrees)[*v].nodes.size();
    for (std::size_t round = 0; left > 0; ++round) {
      for (const unsigned child : place.children) {
        const auto& from = come[at.graph->ends(*v)[child].node];
        if (round >= from.size()) continue;
        now = std::max(now, from[round]);
        ready.push_back(now);
        --left;
      }
    }
    if (!place.parent) {
      end = now;
      continue;
    }
    const LinkTiming link = at.graph->timing(*v, *place.parent, at.timing);
    Cycles free;
    for (const Cycles time : ready) {
      free = std::max(free, time) + link.hop(at.words);
      come[*v].push_back(free);
    }
  }
  return end;
}

}  // namespace

Algorithm<GraphCase> gather_tree() {
  return {.operation = "gather",
          .name = "tree",
          .summary = "up a tree of shortest ways, a block of each child in turn",
          .is_default = true,
          .parameters = graph_parameters().with_root("processor that gets all blocks"),
          .prepare = plant_subtrees,
          .program = up,
          .exact = exact_gather_tree,
          .statistics = report_depth,
          .declared = {kDepth}};
}

}  // namespace plexus::graph
