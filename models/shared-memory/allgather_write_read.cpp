#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

using namespace paper_1986;

namespace {

/// All write their blocks, all read all of them (3.3(B)).
Program write_read_allgather_write_read(memory_node& self, const SharedMemoryCase& at) {
  co_await self.write(self.pack(self.id()));
  co_await self.step();
  co_await read_into_memory(self, Blocks{Interval{0, at.shape.nodes}, self.whole()},
                            at.first_chunk(self.id(), at.block_chunks()));
}

/// k/k* (N (k + 1)/(k b) + 2 tau), N = k w.
double printed_allgather_write_read(const SharedMemoryCase& at) {
  return at.k() / at.ks() *
         (real(at.all()) * (at.k() + 1) / (at.k() * b(at.timing)) + 2 * tau(at.timing));
}

/// R (c(w) + c(k w)).
Cycles exact_allgather_write_read(const SharedMemoryCase& at) {
  return at.shape.rounds() * (at.access(at.words) + at.access(at.all()));
}

}  // namespace

Algorithm<SharedMemoryCase> allgather_write_read() {
  return {.operation = "allgather",
          .name = "write-read",
          .summary = "all write, then all read all blocks",
          .is_default = true,
          .parameters = ordered_parameters(),
          .program = write_read_allgather_write_read,
          .equations = {{"(3.27)", section("3.3(B)"), printed_allgather_write_read,
                         [](const SharedMemoryCase& at) {
                           return equal_if(all_divides(at, at.words));
                         }}},
          .exact = of_ideal_memory<exact_allgather_write_read>};
}

}  // namespace plexus::shared_memory
