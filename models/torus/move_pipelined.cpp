#include "models/torus/shortest_path.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

void cut_pipelined(TorusCase& at) {
  route(at);
  settle_packets(at, at.distance(), at.words, in_a_row);
}

}  // namespace

Algorithm<TorusCase> move_pipelined() {
  return {.operation = "move",
          .name = "pipelined",
          .summary = "packets one behind the other, dimension 0 first",
          .parameters = with_packets(torus_parameters().with_ends()),
          .prepare = cut_pipelined,
          .programs = along_shortest_path,
          .equations = {pipeline<TorusCase>(shortest_way), best_packets<TorusCase>(),
                        on_grid(pipeline_minimum<TorusCase>("(3.8)", "3.1(D)", shortest_way))},
          .exact = in_a_row,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "torus_route"}};
}

}  // namespace plexus::torus
