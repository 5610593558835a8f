#include "models/bus/case.hpp"

namespace plexus::on_bus {

using namespace paper_1986;

namespace {

/// One message in one transaction (3.1(A)).
Program one_message(bus_node& self, const BusCase& at) {
  if (self.id() == at.source) {
    co_await self.write(NodeSet::one(at.destination), self.pack(0));
  } else if (self.id() == at.destination) {
    co_await self.read_into_memory();
  }
}

/// N/b + tau.
double printed_move_direct(const BusCase& at) {
  return real(at.words) / b(at.timing) + tau(at.timing);
}

}  // namespace

Algorithm<BusCase> move_direct() {
  return {.operation = "move",
          .name = "direct",
          .summary = "one transaction",
          .is_default = true,
          .parameters = bus_parameters().with_ends(),
          .program = one_message,
          .equations = {{"(3.1)", section("3.1(A)"), printed_move_direct,
                         [](const BusCase& at) { return equal_if_filled(at); }}},
          .exact = one_transaction};
}

}  // namespace plexus::on_bus
