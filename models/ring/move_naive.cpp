#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

Pipeline shorter_way_naive(const RingCase& at) { return {at.distance(), at.words, 1}; }

/// One packet, the shorter way.
void cut_naive(RingCase& at) {
  const unsigned way = at.ring.shorter_way(at.source, at.destination);
  at.streams = {{way, at.distance(), {0_words, at.words}, 1}};
}

/// i c(w).
Cycles exact_naive(const RingCase& at) { return at.distance() * at.timing.hop(at.words); }

}  // namespace

Algorithm<RingCase> move_naive() {
  return {.operation = "move",
          .name = "naive",
          .summary = "the whole message hop by hop, the shorter way",
          .parameters = ring_parameters().with_ends(),
          .prepare = cut_naive,
          .program = move_along_streams,
          .equations = {whole_message<RingCase>(shorter_way_naive)},
          .exact = exact_naive,
          .statistics = report_move,
          .declared = {kPackets, kDistance},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
