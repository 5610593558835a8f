#include "models/hypercube/shortest_path.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

void cut_pipelined(HypercubeCase& at) {
  route(at);
  settle_packets(at, at.distance(), at.words, in_a_row);
}

}  // namespace

Algorithm<HypercubeCase> move_pipelined() {
  return {.operation = "move",
          .name = "pipelined",
          .summary = "packets one behind the other, highest differing bit first",
          .parameters = with_packets(hypercube_parameters().with_ends()),
          .prepare = cut_pipelined,
          .programs = along_shortest_path,
          .equations = {pipeline<HypercubeCase>(shortest_way), best_packets<HypercubeCase>(),
                        pipeline_minimum<HypercubeCase>("(3.14)", "3.1(E)", shortest_way)},
          .exact = in_a_row,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "cube_route"}};
}

}  // namespace plexus::hypercube
