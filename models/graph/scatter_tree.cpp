#include "models/graph/case.hpp"

namespace plexus::graph {

namespace {

/// The root sends the blocks of the farthest nodes first; those between pass on what is not theirs,
/// which comes last.
Program down_scatter_tree(processor& self, const GraphCase& at) {
  const Subtree& below = (*at.subtrees)[self.id()];
  const TreePlace place = at.tree->place(self.id());
  for (std::size_t i = 0; i < below.nodes.size(); ++i) {
    if (place.parent) {
      self.post(below.channels[i], co_await self.receive_into_memory(*place.parent));
    } else {
      self.post(below.channels[i], self.pack(below.nodes[i]));
    }
  }
  if (place.parent) co_await self.receive_into_memory(*place.parent);
}

/// Link by link and block by block.
Cycles exact_scatter_tree(const GraphCase& at) {
  std::vector<std::vector<Cycles>> here(at.nodes());  // when the blocks of a subtree are there
  here[at.root].resize(at.nodes());
  Cycles end;
  for (const NodeId v : by_level(*at.tree)) {
    const Subtree& below = (*at.subtrees)[v];
    std::vector<Cycles> free(at.graph->ends(v).size());
    for (std::size_t i = 0; i < below.nodes.size(); ++i) {
      const unsigned channel = below.channels[i];
      const LinkTiming link = at.graph->timing(v, channel, at.timing);
      free[channel] = std::max(free[channel], here[v][i]) + link.hop(at.words);
      here[at.graph->ends(v)[channel].node].push_back(free[channel]);
      end = std::max(end, free[channel]);
    }
  }
  return end;
}

}  // namespace

Algorithm<GraphCase> scatter_tree() {
  return {.operation = "scatter",
          .name = "tree",
          .summary = "down a tree of shortest ways, the farthest node's block first",
          .is_default = true,
          .parameters = graph_parameters().with_root("processor that has all blocks"),
          .prepare = plant_subtrees,
          .program = down_scatter_tree,
          .exact = exact_scatter_tree,
          .statistics = report_depth,
          .declared = {kDepth}};
}

}  // namespace plexus::graph
