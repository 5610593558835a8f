#include "models/bus/case.hpp"

namespace plexus::on_bus {

using namespace paper_1986;

namespace {

/// The root sends to one after another (3.4(A)).
Program to_one_after_another(bus_node& self, const BusCase& at) {
  if (self.id() != at.root) {
    co_await self.read_into_memory();
  } else {
    for (NodeId other = 0; other < at.nodes; ++other) {
      if (other == at.root) continue;  // keeps its own block
      co_await self.write(NodeSet::one(other), self.pack(other));
    }
  }
}

/// k tau + N/b, N = k w. (E18: k - 1 transfers suffice.)
double printed_scatter_sequential(const BusCase& at) {
  return at.k() * tau(at.timing) + real(at.nodes * at.words) / b(at.timing);
}

}  // namespace

Algorithm<BusCase> scatter_sequential() {
  return {.operation = "scatter",
          .name = "sequential",
          .summary = "the root sends to one after another",
          .is_default = true,
          .parameters = bus_parameters().with_root("processor that has all blocks"),
          .program = to_one_after_another,
          .equations = {{"(3.36)", section("3.4(A)"), printed_scatter_sequential,
                         [](const BusCase& at) {
                           return at_most_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = transactions_with_root};
}

}  // namespace plexus::on_bus
