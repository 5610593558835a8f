#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

Program exchange(processor& self, int bit, Blocks mine, bool full_duplex) {
  const bool sends_first = full_duplex || HypercubeShape::even_parity(self.id());
  if (sends_first) self.post(channel(bit), self.pack(mine));
  co_await self.receive_into_memory(channel(bit));
  if (!sends_first) self.post(channel(bit), self.pack(mine));
}

Blocks subcube(NodeId node, NodeId mask, Slice slice) {
  return Blocks{Subcube{node & ~mask, mask}, slice};
}

Blocks blocks_for(HypercubeShape cube, NodeId root, NodeId label, int bits, Slice whole) {
  const NodeId high = (cube.nodes() - 1) & ~(bit_of(bits) - 1);
  return subcube(label ^ root, high, whole);
}

Cycles doubling(const HypercubeCase& at, Words part) {
  Cycles total;
  for (int i = 0; i < at.n(); ++i) total += at.timing.hop((std::int64_t{1} << i) * part);
  return total;
}

}  // namespace plexus::hypercube
