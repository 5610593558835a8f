#include "models/hypercube/shortest_path.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

Algorithm<HypercubeCase> move_naive() {
  return {.operation = "move",
          .name = "naive",
          .summary = "the whole message hop by hop, highest differing bit first",
          .parameters = hypercube_parameters().with_ends(),
          .prepare = route,
          .programs = along_shortest_path,
          .equations = {whole_message<HypercubeCase>(shortest_way)},
          .exact = hop_by_hop,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "cube_route"}};
}

}  // namespace plexus::hypercube
