#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

using namespace paper_1986;

namespace {

/// The root writes, all read (3.2(B)).
Program write_read_broadcast_write_read(memory_node& self, const SharedMemoryCase& at) {
  if (self.id() == at.root) co_await self.write(self.pack(0));
  co_await self.step();
  co_await read_into_memory(self, Blocks{Interval{0, 1}, self.whole()},
                            at.first_chunk(self.id(), 1));
}

/// (N/b + tau)(1 + k/k*). (E8: printed with the switch's tau and b.)
double printed_broadcast_write_read(const SharedMemoryCase& at) {
  return (real(at.words) / b(at.timing) + tau(at.timing)) * (1 + at.k() / at.ks());
}

/// c(w) (1 + R).
Cycles exact_broadcast_write_read(const SharedMemoryCase& at) {
  return (1 + at.shape.rounds()) * at.access(at.words);
}

}  // namespace

Algorithm<SharedMemoryCase> broadcast_write_read() {
  return {.operation = "broadcast",
          .name = "write-read",
          .summary = "the root writes, then all read",
          .is_default = true,
          .parameters = ordered_parameters().with_root("processor that has the message"),
          .program = write_read_broadcast_write_read,
          .equations = {{"(3.15)", section("3.2(B)"), printed_broadcast_write_read,
                         [](const SharedMemoryCase& at) {
                           return equal_if(all_divides(at, at.words));
                         }}},
          .exact = of_ideal_memory<exact_broadcast_write_read>};
}

}  // namespace plexus::shared_memory
