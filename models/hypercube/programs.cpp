#include "models/hypercube/programs.hpp"

#include <bit>
#include <vector>

#include "models/ensemble/pipelining.hpp"
#include "models/operations/operation.hpp"

namespace plexus {

namespace {

unsigned channel(int bit) { return static_cast<unsigned>(bit); }
constexpr NodeId bit_of(int t) { return NodeId{1} << t; }

/// Both ends of a channel send `mine` to each other: at once, or the node of even parity first and
/// the other one when it has that.
Program exchange(processor& self, int bit, Blocks mine, bool full_duplex) {
  const bool sends_first = full_duplex || HypercubeShape::even_parity(self.id());
  if (sends_first) self.post(channel(bit), self.pack(mine));
  co_await self.receive_into_memory(channel(bit));
  if (!sends_first) self.post(channel(bit), self.pack(mine));
}

/// The blocks of all nodes that differ from `node` in bits of `mask` only.
Blocks subcube(NodeId node, NodeId mask, Slice slice) {
  BlockList blocks;
  NodeId bits = 0;
  do {
    blocks.add((node & ~mask) | bits);
    bits = (bits - mask) & mask;  // the next subset of the mask, in rising order
  } while (bits != 0);
  return blocks.blocks(slice);
}

/// The blocks for relative nodes whose low `bits` bits are those of relative node `label`.
Blocks blocks_for(HypercubeShape cube, NodeId root, NodeId label, int bits, Slice whole) {
  const NodeId high = (cube.nodes() - 1) & ~(bit_of(bits) - 1);
  return subcube(label ^ root, high, whole);
}

/// The mask of bits first, first + 1, .., first + count - 1, modulo the dimension.
NodeId cyclic_mask(HypercubeShape cube, int first, int count) {
  NodeId mask = 0;
  for (int i = 0; i < count; ++i) mask |= bit_of((first + i) % cube.dimension());
  return mask;
}

}  // namespace

Program hypercube_allgather_alternating(processor& self, HypercubeShape cube, bool full_duplex) {
  for (int i = 0; i < cube.dimension(); ++i) {  // for i := 0 to n-1
    const NodeId held = bit_of(i);              //   the blocks that differ in bits below i
    const Interval interval{self.id() & ~(held - 1), held};
    co_await exchange(self, i, Blocks{interval, self.whole()}, full_duplex);
  }
}

Program hypercube_allgather_total_exchange(processor& self, HypercubeShape cube, bool full_duplex,
                                           exchange_ctl_if& control) {
  const int n = cube.dimension();
  const EvenSplit parts{self.whole().count, n};
  const auto size = [&](int part) { return parts.size(part); };
  const auto send_all = [&](int i) {
    for (int j = 0; j < n; ++j) {  // part j has crossed bits j .. i+j-1 and crosses bit i+j
      const Slice slice{parts.first(j), size(j)};
      const Blocks held = subcube(self.id(), cyclic_mask(cube, j, i), slice);
      self.post(channel((i + j) % n), self.pack(held));
    }
  };
  for (int i = 0; i < n; ++i) {  // for i := 0 to n-1
    control.go(self.id(), full_duplex);
    do {
      if (control.sends(self.id())) send_all(i);
      if (control.receives(self.id())) {
        for (int j = 0; j < n; ++j) {
          if (size(j) > 0_words) co_await self.receive_into_memory(channel((i + j) % n));
        }
      }
      co_await self.step();
    } while (!control.half_done(self.id()));
  }
}

Program hypercube_allgather_daisy_chain(processor& self, HypercubeShape cube) {
  const GrayRing ring{cube};
  return daisy_chain(self, channel(ring.next_port(self.id())),
                     channel(ring.previous_port(self.id())), cube.nodes(),
                     Blocks{Interval{self.id(), 1}, self.whole()});
}

Program hypercube_allgather_sequential(processor& self, const SpanningTree& tree, Words words,
                                       std::int64_t packets) {
  for (NodeId root = 0; root < tree.nodes(); ++root) {
    co_await relay(self, tree.place(self.id() ^ root), whole_stream(words, packets, root));
    co_await self.step();
  }
}

Program hypercube_scatter(processor& self, HypercubeShape cube, NodeId root) {
  const NodeId label = self.id() ^ root;
  const int own = std::bit_width(label);  // the step in which this node gets its data, 0: the root
  if (own > 0) co_await self.receive_into_memory(channel(own - 1));
  for (int j = own + 1; j <= cube.dimension(); ++j) {  // then it has 2^(n-j+1) blocks
    const Blocks half = blocks_for(cube, root, label | bit_of(j - 1), j, self.whole());
    co_await self.send(channel(j - 1), self.pack(half));
  }
}

Program hypercube_gather(processor& self, HypercubeShape cube, NodeId root) {
  const NodeId label = self.id() ^ root;
  const int own = std::bit_width(label);
  for (int j = cube.dimension(); j > own; --j) {  // for j := n downto 1
    co_await self.receive_into_memory(channel(j - 1));
  }
  if (own == 0) co_return;
  const Blocks collected = blocks_for(cube, root, label, own, self.whole());
  co_await self.send(channel(own - 1), self.pack(collected));
}

Program hypercube_alltoall(processor& self, HypercubeShape cube, bool full_duplex) {
  const NodeId k = cube.nodes();
  for (int t = cube.dimension() - 1; t >= 0; --t) {  // for t := n-1 downto 0
    const NodeId side = bit_of(t);  // a side of bit t: so many consecutive destinations
    const NodeId origin = self.id() & (2 * side - 1);  // this node's, up to the bits above t
    const NodeId other_side = (self.id() ^ side) & ~(side - 1);
    BlockList blocks;
    for (NodeId from = origin; from < k; from += 2 * side) {
      blocks.add(Interval{alltoall_block(k, from, other_side), side});
    }
    co_await exchange(self, t, blocks.blocks(self.whole()), full_duplex);
  }
}

}  // namespace plexus
