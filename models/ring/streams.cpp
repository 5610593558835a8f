#include "models/ring/streams.hpp"

#include <algorithm>
#include <vector>

#include "hw/node/relay_node.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/ring/case.hpp"

namespace plexus {

namespace {

/// The root's part: what goes both ways is one packet.
void send_streams(processor& self, const RingStreams& streams) {
  std::vector<Packet> made;
  for (const RingStream& stream : streams) {
    if (stream.part.count == 0_words) continue;
    const EvenSplit packets{stream.part.count, stream.packets};
    for (std::int64_t j = 0; j < stream.packets; ++j) {
      const Slice slice{stream.part.first + packets.first(j), packets.size(j)};
      const auto number = static_cast<std::size_t>(j);
      if (number == made.size()) made.push_back(self.pack(Blocks{Interval{0, 1}, slice}));
      if (made[number].blocks().slice() != slice) {
        made[number] = self.pack(Blocks{Interval{0, 1}, slice});
      }
      self.post(stream.channel, made[number]);
    }
  }
}

Program along_streams(processor& self, RingShape ring, NodeId root, const RingStreams& streams) {
  if (self.id() == root) send_streams(self, streams);  // the root sends every packet
  for (const RingStream& stream : streams) {           // the others take it and pass it on
    const NodeId distance = ring.hops(root, self.id(), stream.channel);
    if (distance == 0 || distance > stream.hops || stream.part.count == 0_words) continue;
    for (std::int64_t j = 0; j < stream.packets; ++j) {
      Packet packet = co_await self.receive_into_memory(opposite(stream.channel));
      if (distance == stream.hops) continue;
      co_await pass_on(self, opposite(stream.channel), std::uint64_t{1} << stream.channel, packet);
    }
  }
}

}  // namespace

Cycles RingStream::cycles(LinkTiming link) const {
  return pipelined(hops, part.count, packets, link);
}

Cycles slowest(const RingStreams& streams, LinkTiming link) {
  Cycles longest;
  for (const RingStream& stream : streams) longest = std::max(longest, stream.cycles(link));
  return longest;
}

Program move_along_streams(processor& self, const RingCase& at) {
  return along_streams(self, at.ring, at.source, at.streams);
}

Program broadcast_along_streams(processor& self, const RingCase& at) {
  return along_streams(self, at.ring, at.root, at.streams);
}

Program gather_along_line(processor& self, RingShape ring, NodeId root, RingReaches reaches) {
  for (const unsigned channel : {kClockwise, kCounterclockwise}) {
    const NodeId reach = channel == kClockwise ? reaches.clockwise : reaches.counterclockwise;
    const NodeId distance = ring.hops(root, self.id(), channel);
    if (distance == 0) {
      for (NodeId far = 1; far <= reach; ++far) co_await self.receive_into_memory(channel);
    } else if (distance <= reach) {
      self.post(opposite(channel), self.pack(self.id()));     // the own block first
      for (NodeId far = distance + 1; far <= reach; ++far) {  // then those from farther out
        self.post(opposite(channel), co_await self.receive_into_memory(channel));
      }
    }
  }
}

}  // namespace plexus
