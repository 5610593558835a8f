#include "models/shared-memory/programs.hpp"

#include "models/operations/operation.hpp"

namespace plexus {

namespace {

/// Chunk with which the access of `self` begins in a rotated order: its own number, in units of
/// `chunks`.
std::uint64_t first_chunk(const node& self, const SharedMemoryShape& shape, std::uint64_t chunks) {
  return shape.order == ChunkOrder::kRotated ? self.id() * chunks : 0;
}

/// Chunks of a whole block.
std::uint64_t block_chunks(const node& self, const memory_banks& memory) {
  return chunks_of(self.whole().count, memory.timing().bandwidth);
}

/// Reads blocks and keeps those that are not here yet.
Program read(node& self, memory_banks& memory, Blocks blocks, std::uint64_t first = 0) {
  const Packet packet = co_await memory.read(self, blocks, first);
  for (const Interval& interval : packet.blocks().intervals()) {
    BlockList fresh;
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (!self.memory().contains(Blocks{Interval{block, 1}, self.whole()})) fresh.add(block);
    }
    self.store(fresh.blocks(packet.blocks().slice()));
  }
}

}  // namespace

Program shared_move(node& self, memory_banks& memory, NodeId source, NodeId destination) {
  if (self.id() == source) co_await memory.write(self, self.pack(0));
  co_await self.step();
  if (self.id() == destination) co_await read(self, memory, Blocks{Interval{0, 1}, self.whole()});
}

Program shared_broadcast(node& self, memory_banks& memory, SharedMemoryShape shape, NodeId root) {
  if (self.id() == root) co_await memory.write(self, self.pack(0));
  co_await self.step();
  co_await read(self, memory, Blocks{Interval{0, 1}, self.whole()}, first_chunk(self, shape, 1));
}

Program shared_allgather(node& self, memory_banks& memory, SharedMemoryShape shape) {
  co_await memory.write(self, self.pack(self.id()));
  co_await self.step();
  co_await read(self, memory, Blocks{Interval{0, shape.nodes}, self.whole()},
                first_chunk(self, shape, block_chunks(self, memory)));
}

Program shared_scatter(node& self, memory_banks& memory, SharedMemoryShape shape, NodeId root) {
  if (self.id() == root) {
    co_await memory.write(self, self.pack(Blocks{Interval{0, shape.nodes}, self.whole()}));
  }
  co_await self.step();
  co_await read(self, memory, Blocks{Interval{self.id(), 1}, self.whole()});
}

Program shared_gather(node& self, memory_banks& memory, SharedMemoryShape shape, NodeId root) {
  co_await memory.write(self, self.pack(self.id()));
  co_await self.step();
  if (self.id() == root) {
    co_await read(self, memory, Blocks{Interval{0, shape.nodes}, self.whole()});
  }
}

Program shared_alltoall(node& self, memory_banks& memory, SharedMemoryShape shape) {
  const std::uint64_t first = first_chunk(self, shape, block_chunks(self, memory));
  const Interval row{alltoall_block(shape.nodes, self.id(), 0), shape.nodes};
  co_await memory.write(self, self.pack(Blocks{row, self.whole()}), first);
  co_await self.step();
  BlockList column;
  for (NodeId origin = 0; origin < shape.nodes; ++origin) {
    column.add(alltoall_block(shape.nodes, origin, self.id()));
  }
  co_await read(self, memory, column.blocks(self.whole()), first);
}

}  // namespace plexus
