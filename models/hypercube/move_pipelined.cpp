#include "models/hypercube/shortest_path.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// F(i, w, nu).
Cycles exact_pipelined(const HypercubeCase& at) {
  return pipelined(at.distance(), at.words, at.packets, at.timing);
}

void cut_pipelined(HypercubeCase& at) {
  route(at);
  settle_packets(at, at.distance(), at.words, exact_pipelined);
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
          .exact = exact_pipelined,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "cube_route"}};
}

}  // namespace plexus::hypercube
