#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

using namespace paper_1986;

namespace {

/// One message through the memory (3.1(B)).
Program write_read_move_write_read(memory_node& self, const SharedMemoryCase& at) {
  if (self.id() == at.source) co_await self.write(self.pack(0));
  co_await self.step();
  if (self.id() == at.destination) {
    co_await read_into_memory(self, Blocks{Interval{0, 1}, self.whole()});
  }
}

/// 2 (N/b + tau).
double printed_move_write_read(const SharedMemoryCase& at) {
  return 2 * (real(at.words) / b(at.timing) + tau(at.timing));
}

/// 2 c(w).
Cycles exact_move_write_read(const SharedMemoryCase& at) { return 2 * at.access(at.words); }

}  // namespace

Algorithm<SharedMemoryCase> move_write_read() {
  return {.operation = "move",
          .name = "write-read",
          .summary = "the source writes, then the destination reads",
          .is_default = true,
          .parameters = shared_memory_parameters().with_ends(),
          .program = write_read_move_write_read,
          .equations = {{"(3.2)", section("3.1(B)"), printed_move_write_read,
                         [](const SharedMemoryCase& at) {
                           return equal_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = of_ideal_memory<exact_move_write_read>};
}

}  // namespace plexus::shared_memory
