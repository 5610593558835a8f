#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// The paper's i: links to the node that gets the message last.
Pipeline longest_way_two_way(const RingCase& at) {
  return {at.ring.reach(kClockwise), at.words, at.packets};
}

/// F(i, w, nu).
Cycles exact_broadcast_two_way(const RingCase& at) {
  return pipelined(longest_way_two_way(at).hops, at.words, at.packets, at.timing);
}

/// The same packets both ways.
void cut_two_way(RingCase& at) {
  settle_packets(at, longest_way_two_way(at).hops, at.words, exact_broadcast_two_way);
  at.streams = {
      {kClockwise, at.ring.reach(kClockwise), {0_words, at.words}, at.packets},
      {kCounterclockwise, at.ring.reach(kCounterclockwise), {0_words, at.words}, at.packets}};
}

}  // namespace

Algorithm<RingCase> broadcast_two_way() {
  return {.operation = "broadcast",
          .name = "two-way",
          .summary = "the same packets both ways",
          .is_default = true,
          .parameters = with_packets(ring_parameters().with_root("processor that has the message")),
          .prepare = cut_two_way,
          .program = broadcast_along_streams,
          .equations = {pipeline<RingCase>(longest_way_two_way),
                        pipeline_minimum<RingCase>("(3.17)", "3.2(C)", longest_way_two_way)},
          .exact = exact_broadcast_two_way,
          .statistics = report_packets,
          .declared = {kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
