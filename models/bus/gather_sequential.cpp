#include "models/bus/case.hpp"

namespace plexus::on_bus {

namespace {

/// The scatter's dual: all ask at once, and the arbiter makes them send in turn. The paper has no
/// equation for it, only that it is the scatter backwards.
Program all_to_root(bus_node& self, const BusCase& at) {
  if (self.id() != at.root) {
    co_await self.write(NodeSet::one(at.root), self.pack(self.id()));
  } else {
    for (NodeId other = 1; other < at.nodes; ++other) co_await self.read_into_memory();
  }
}

}  // namespace

Algorithm<BusCase> gather_sequential() {
  return {.operation = "gather",
          .name = "sequential",
          .summary = "one after another sends to the root",
          .is_default = true,
          .parameters = bus_parameters().with_root("processor that gets all blocks"),
          .program = all_to_root,
          .exact = transactions_with_root};
}

}  // namespace plexus::on_bus
