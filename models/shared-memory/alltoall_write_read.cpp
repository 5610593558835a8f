#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

using namespace paper_1986;

namespace {

/// Each node writes its row of blocks and reads its column (3.5(B)).
Program write_read_alltoall_write_read(memory_node& self, const SharedMemoryCase& at) {
  const std::uint64_t first = at.first_chunk(self.id(), at.block_chunks());
  const Interval row{alltoall_block(at.shape.nodes, self.id(), 0), at.shape.nodes};
  co_await self.write(self.pack(Blocks{row, self.whole()}), first);
  co_await self.step();
  BlockList column;
  for (NodeId origin = 0; origin < at.shape.nodes; ++origin) {
    column.add(alltoall_block(at.shape.nodes, origin, self.id()));
  }
  co_await read_into_memory(self, column.blocks(self.whole()), first);
}

/// 2 (N/(k b) + tau) k/k*, N = k^2 w.
double printed_alltoall_write_read(const SharedMemoryCase& at) {
  const double N = at.k() * at.k() * real(at.words);
  return 2 * (N / (at.k() * b(at.timing)) + tau(at.timing)) * at.k() / at.ks();
}

/// 2 R c(k w).
Cycles exact_alltoall_write_read(const SharedMemoryCase& at) {
  return 2 * at.shape.rounds() * at.access(at.all());
}

}  // namespace

Algorithm<SharedMemoryCase> alltoall_write_read() {
  return {.operation = "alltoall",
          .name = "write-read",
          .summary = "all write their rows of blocks, then all read their columns",
          .is_default = true,
          .parameters = joined({ordered_parameters(), {storage_parameter()}}),
          .program = write_read_alltoall_write_read,
          .equations = {{"(3.42)", section("3.5(B)"), printed_alltoall_write_read,
                         [](const SharedMemoryCase& at) {
                           return equal_if(all_divides(at, at.all()));
                         }}},
          .exact = of_ideal_memory<exact_alltoall_write_read>};
}

}  // namespace plexus::shared_memory
