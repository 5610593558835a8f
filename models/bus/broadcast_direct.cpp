#include "models/bus/case.hpp"

namespace plexus::on_bus {

using namespace paper_1986;

namespace {

/// One transaction that all others read (3.2(A)).
Program one_for_all(bus_node& self, const BusCase& at) {
  if (self.id() == at.root) {
    co_await self.write(self.everybody_else(), self.pack(0));
  } else {
    co_await self.read_into_memory();
  }
}

/// N/b + tau.
double printed_broadcast_direct(const BusCase& at) {
  return real(at.words) / b(at.timing) + tau(at.timing);
}

}  // namespace

Algorithm<BusCase> broadcast_direct() {
  return {.operation = "broadcast",
          .name = "direct",
          .summary = "one transaction that all others read",
          .is_default = true,
          .parameters = bus_parameters().with_root("processor that has the message"),
          .program = one_for_all,
          .equations = {{"3.2(A)", section("3.2(A)"), printed_broadcast_direct,
                         [](const BusCase& at) { return equal_if_filled(at); }}},
          .exact = one_transaction};
}

}  // namespace plexus::on_bus
