#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// One packet, the shorter way.
void cut_naive(RingCase& at) {
  const unsigned way = at.ring.shorter_way(at.source, at.destination);
  at.streams = {{way, at.distance(), {0_words, at.words}, 1}};
}

}  // namespace

Algorithm<RingCase> move_naive() {
  return {.operation = "move",
          .name = "naive",
          .summary = "the whole message hop by hop, the shorter way",
          .parameters = ring_parameters().with_ends(),
          .prepare = cut_naive,
          .program = move_along_streams,
          .equations = {whole_message<RingCase>(shortest_way)},
          .exact = hop_by_hop,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
