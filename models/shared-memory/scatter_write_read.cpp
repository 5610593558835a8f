#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

using namespace paper_1986;

namespace {

/// The root writes all blocks, each node reads its own (3.4(B), the text of eq. (3.37)).
Program write_read_scatter_write_read(memory_node& self, const SharedMemoryCase& at) {
  if (self.id() == at.root) {
    co_await self.write(self.pack(Blocks{Interval{0, at.shape.nodes}, self.whole()}));
  }
  co_await self.step();
  co_await read_into_memory(self, Blocks{Interval{self.id(), 1}, self.whole()});
}

/// The text: N/b + tau + (N/(k b) + tau) k/k*, N = k w.
double of_the_text(const SharedMemoryCase& at) {
  const double N = real(at.all());
  return N / b(at.timing) + tau(at.timing) +
         (N / (at.k() * b(at.timing)) + tau(at.timing)) * at.k() / at.ks();
}

/// (N/b + k tau)(1 + k/k*), N = k w. (E19: not what the text above it says.)
double printed_scatter_write_read(const SharedMemoryCase& at) {
  return (real(at.all()) / b(at.timing) + at.k() * tau(at.timing)) * (1 + at.k() / at.ks());
}

}  // namespace

Algorithm<SharedMemoryCase> scatter_write_read() {
  return {.operation = "scatter",
          .name = "write-read",
          .summary = "the root writes all blocks, then each processor reads its own",
          .is_default = true,
          .parameters = shared_memory_parameters().with_root("processor that has all blocks"),
          .program = write_read_scatter_write_read,
          .equations =
              {{"3.4(B)", section("3.4(B), the text"), of_the_text,
                [](const SharedMemoryCase& at) { return equal_if(all_divides(at, at.words)); }},
               {"(3.37)", section("3.4(B)"), printed_scatter_write_read,
                [](const SharedMemoryCase& at) { return at_most_if(all_divides(at, at.words)); }}},
          .exact = of_ideal_memory<through_root>};
}

}  // namespace plexus::shared_memory
