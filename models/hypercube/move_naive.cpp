#include "models/hypercube/shortest_path.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// i c(w).
Cycles exact_naive(const HypercubeCase& at) { return at.distance() * at.timing.hop(at.words); }

}  // namespace

Algorithm<HypercubeCase> move_naive() {
  return {.operation = "move",
          .name = "naive",
          .summary = "the whole message hop by hop, highest differing bit first",
          .parameters = hypercube_parameters().with_ends(),
          .prepare = route,
          .programs = along_shortest_path,
          .equations = {whole_message<HypercubeCase>(shortest_way)},
          .exact = exact_naive,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node", "cube_route"}};
}

}  // namespace plexus::hypercube
