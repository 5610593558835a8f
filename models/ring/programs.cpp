#include "models/ring/programs.hpp"

#include <algorithm>
#include <array>

#include "hw/node/relay_node.hpp"
#include "models/direct/streams.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/operations/operation.hpp"

namespace plexus {

namespace {

/// One side of a two-way line: nodes root + 1 .. root + reach, the way of `channel`.
struct Side {
  unsigned channel;
  NodeId reach;
};

std::array<Side, 2> sides(RingReaches reaches) {
  return {Side{kClockwise, reaches.clockwise}, Side{kCounterclockwise, reaches.counterclockwise}};
}

/// The blocks (origin, origin + x) of an alltoall, x = from .. nodes - 1.
Blocks bundle(RingShape ring, NodeId origin, NodeId from, Slice whole) {
  const NodeId first = ring.at(origin, kClockwise, from);
  const NodeId count = ring.nodes - from;
  const NodeId before_wrap = std::min(count, ring.nodes - first);
  BlockList blocks;
  blocks.add(Interval{alltoall_block(ring.nodes, origin, first), before_wrap});
  blocks.add(Interval{alltoall_block(ring.nodes, origin, 0), count - before_wrap});
  return blocks.blocks(whole);
}

}  // namespace

Program ring_streams(processor& self, RingShape ring, NodeId root, const RingStreams& streams) {
  for (const RingStream& stream : streams) {
    if (stream.part.count == 0_words) continue;
    const NodeId distance = ring.hops(root, self.id(), stream.channel);
    const EvenSplit packets{stream.part.count, stream.packets};
    for (std::int64_t j = 0; j < stream.packets; ++j) {  // for every packet:
      if (distance == 0) {                               //   the root sends it
        const Slice slice{stream.part.first + packets.first(j), packets.size(j)};
        self.post(stream.channel, self.pack(Blocks{Interval{0, 1}, slice}));
      } else if (distance <= stream.hops) {  //   the others take it and pass it on
        Packet packet = co_await self.receive_into_memory(opposite(stream.channel));
        if (distance == stream.hops) continue;
        co_await pass_on(self, opposite(stream.channel), std::uint64_t{1} << stream.channel,
                         packet);
      }
    }
  }
}

Program ring_allgather_daisy_chain(processor& self, RingShape ring) {
  return daisy_chain(self, kClockwise, kCounterclockwise, ring.nodes,
                     Blocks{Interval{self.id(), 1}, self.whole()});
}

Program ring_scatter(processor& self, RingShape ring, NodeId root, RingReaches reaches) {
  for (const auto [channel, reach] : sides(reaches)) {
    const NodeId distance = ring.hops(root, self.id(), channel);
    if (distance == 0) {
      for (NodeId far = reach; far >= 1; --far) {  // the farthest node's block first
        self.post(channel, self.pack(ring.at(root, channel, far)));
      }
    } else if (distance <= reach) {
      for (NodeId far = reach; far > distance; --far) {  // what is for nodes farther out goes on
        self.post(channel, co_await self.receive_into_memory(opposite(channel)));
      }
      co_await self.receive_into_memory(opposite(channel));  // the last one is the own block
    }
  }
}

Program ring_gather(processor& self, RingShape ring, NodeId root, RingReaches reaches) {
  for (const auto [channel, reach] : sides(reaches)) {
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

Program ring_alltoall_rotate(processor& self, RingShape ring) {
  for (NodeId i = 1; i < ring.nodes; ++i) {
    const NodeId origin = ring.at(self.id(), kCounterclockwise, i - 1);
    co_await both(self.send(kClockwise, self.pack(bundle(ring, origin, i, self.whole()))),
                  self.receive_into_memory(kCounterclockwise));
  }
}

}  // namespace plexus
