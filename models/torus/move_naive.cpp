#include "models/torus/shortest_path.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// i c(w).
Cycles exact_naive(const TorusCase& at) { return at.distance() * at.timing.hop(at.words); }

}  // namespace

Algorithm<TorusCase> move_naive() {
  return {.operation = "move",
          .name = "naive",
          .summary = "the whole message hop by hop, dimension 0 first",
          .parameters = torus_parameters().with_ends(),
          .prepare = route,
          .programs = along_shortest_path,
          .equations = {whole_message<TorusCase>(shortest_way)},
          .exact = exact_naive,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "torus_route"}};
}

}  // namespace plexus::torus
