#include "models/bus/case.hpp"

namespace plexus::on_bus {

using namespace paper_1986;

namespace {

/// The nodes broadcast in turn (3.3(A)).
Program in_turn(bus_node& self, const BusCase& at) {
  for (NodeId turn = 0; turn < at.nodes; ++turn) {  // one after another
    if (turn == self.id()) {                        // broadcasts its block
      co_await self.write(self.everybody_else(), self.pack(self.id()));
    } else {
      co_await self.read_into_memory();
    }
  }
}

/// k broadcasts of N/k words, N/b + k tau, N = k w.
double printed_allgather_sequential(const BusCase& at) {
  return real(at.nodes * at.words) / b(at.timing) + at.k() * tau(at.timing);
}

/// k c(w).
Cycles exact_allgather_sequential(const BusCase& at) { return at.nodes * at.timing.hop(at.words); }

}  // namespace

Algorithm<BusCase> allgather_sequential() {
  return {.operation = "allgather",
          .name = "sequential",
          .summary = "the processors broadcast in turn",
          .is_default = true,
          .parameters = bus_parameters(),
          .program = in_turn,
          .equations = {{"(3.26)", section("3.3(A)"), printed_allgather_sequential,
                         [](const BusCase& at) { return equal_if_filled(at); }}},
          .exact = exact_allgather_sequential};
}

}  // namespace plexus::on_bus
