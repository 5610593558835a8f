#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// The paper's i: links to the node that gets the message last.
Pipeline longest_way_one_way(const RingCase& at) {
  return {at.ring.nodes - 1, at.words, at.packets};
}

/// F(i, w, nu).
Cycles exact_broadcast_one_way(const RingCase& at) {
  return pipelined(longest_way_one_way(at).hops, at.words, at.packets, at.timing);
}

/// Packets clockwise to all nodes.
void cut_one_way(RingCase& at) {
  settle_packets(at, longest_way_one_way(at).hops, at.words, exact_broadcast_one_way);
  at.streams = {{kClockwise, at.ring.nodes - 1, {0_words, at.words}, at.packets}};
}

}  // namespace

Algorithm<RingCase> broadcast_one_way() {
  return {.operation = "broadcast",
          .name = "one-way",
          .summary = "packets clockwise round the ring",
          .is_default = false,
          .parameters = with_packets(ring_parameters().with_root("processor that has the message")),
          .prepare = cut_one_way,
          .program = broadcast_along_streams,
          .equations = {pipeline<RingCase>(longest_way_one_way),
                        pipeline_minimum<RingCase>("(3.16)", "3.2(C)", longest_way_one_way)},
          .exact = exact_broadcast_one_way,
          .statistics = report_packets,
          .declared = {kPackets},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
