#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// Packets one behind the other, the shorter way.
void cut_pipelined(RingCase& at) {
  settle_packets(at, at.distance(), at.words, in_a_row);
  const unsigned way = at.ring.shorter_way(at.source, at.destination);
  at.streams = {{way, at.distance(), {0_words, at.words}, at.packets}};
}

}  // namespace

Algorithm<RingCase> move_pipelined() {
  return {.operation = "move",
          .name = "pipelined",
          .summary = "packets one behind the other, the shorter way",
          .is_default = true,
          .parameters = with_packets(ring_parameters().with_ends()),
          .prepare = cut_pipelined,
          .program = move_along_streams,
          .equations = {pipeline<RingCase>(shortest_way), best_packets<RingCase>(),
                        pipeline_minimum<RingCase>("(3.5)", "3.1(C)", shortest_way)},
          .exact = in_a_row,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
