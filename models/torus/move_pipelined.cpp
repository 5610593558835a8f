#include "models/torus/shortest_path.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// F(i, w, nu).
Cycles exact_pipelined(const TorusCase& at) {
  return pipelined(at.distance(), at.words, at.packets, at.timing);
}

void cut_pipelined(TorusCase& at) {
  route(at);
  settle_packets(at, at.distance(), at.words, exact_pipelined);
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
          .exact = exact_pipelined,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "torus_route"}};
}

}  // namespace plexus::torus
