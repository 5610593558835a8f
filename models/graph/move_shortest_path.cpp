#include <algorithm>

#include "models/direct/streams.hpp"
#include "models/graph/case.hpp"

namespace plexus::graph {

using namespace paper_1986;

namespace {

/// Cycles of packets one behind the other over the links of the path.
Cycles exact_shortest_path(const GraphCase& at) {
  const EvenSplit split{at.words, at.packets};
  std::vector<Cycles> free(at.way.size());
  Cycles here;
  for (std::int64_t j = 0; j < at.packets; ++j) {
    here = 0_cycles;
    NodeId node = at.source;
    for (std::size_t i = 0; i < at.way.size(); ++i) {
      const auto channel = static_cast<unsigned>(at.way[i]);
      const LinkTiming link = at.graph->timing(node, channel, at.timing);
      free[i] = std::max(here, free[i]) + link.hop(split.size(j));
      here = free[i];
      node = at.graph->ends(node)[channel].node;
    }
  }
  return here;
}

void find_way(GraphCase& at) {
  const NextHopOf next = at.ways();
  for (NodeId here = at.source; here != at.destination;) {
    const NextHop hop = next(here, at.destination);
    at.way.push_back(static_cast<int>(hop.port));
    here = hop.node;
  }
  settle_packets_on_graph(at, static_cast<std::int64_t>(at.way.size()), exact_shortest_path);
}

NodeProgram<processor> along(const GraphCase& at, direct_machine& /*top*/) {
  return [places = PathPlaces{at.graph->wiring(at.timing), at.source, {&at.way, 1}},
          streams = Streams{whole_stream(at.words, at.packets)}](processor& self) {
    return relay_on_paths(self, places, streams);
  };
}

}  // namespace

Algorithm<GraphCase> move_shortest_path() {
  return {.operation = "move",
          .name = "shortest-path",
          .summary = "packets along the shortest way, or that of a table",
          .is_default = true,
          .parameters =
              with_packets(joined({graph_parameters().with_ends(), {graph_routes_parameter()}})),
          .prepare = find_way,
          .programs = along,
          .exact = exact_shortest_path,
          .statistics =
              [](const GraphCase& at, const direct_machine& top, Statistics& statistics) {
                report_packets(at, top, statistics);
                statistics.set(kDistance, std::uint64_t{at.way.size()});
              },
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::graph
