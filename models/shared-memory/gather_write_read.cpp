#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

namespace {

/// The scatter's dual: all write, the root reads everything. The paper has no equation for it, only
/// that it is the scatter backwards.
Program write_read_gather_write_read(memory_node& self, const SharedMemoryCase& at) {
  co_await self.write(self.pack(self.id()));
  co_await self.step();
  if (self.id() == at.root) {
    co_await read_into_memory(self, Blocks{Interval{0, at.shape.nodes}, self.whole()});
  }
}

}  // namespace

Algorithm<SharedMemoryCase> gather_write_read() {
  return {.operation = "gather",
          .name = "write-read",
          .summary = "all write, then the root reads all blocks",
          .is_default = true,
          .parameters = shared_memory_parameters().with_root("processor that gets all blocks"),
          .program = write_read_gather_write_read,
          .exact = of_ideal_memory<through_root>};
}

}  // namespace plexus::shared_memory
