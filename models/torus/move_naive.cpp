#include "models/torus/shortest_path.hpp"

namespace plexus::torus {

using namespace paper_1986;

Algorithm<TorusCase> move_naive() {
  return {.operation = "move",
          .name = "naive",
          .summary = "the whole message hop by hop, dimension 0 first",
          .parameters = torus_parameters().with_ends(),
          .prepare = route,
          .programs = along_shortest_path,
          .equations = {whole_message<TorusCase>(shortest_way)},
          .exact = hop_by_hop,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "torus_route"}};
}

}  // namespace plexus::torus
