#include "models/bus/machine.hpp"

namespace plexus {

void add_bus(Catalogue& catalogue) {
  const MachineList<BusCase> add{
      catalogue,
      {.name = "bus",
       .read = bus_case,
       .build =
           [](const BusCase& at, const Operation& operation, const ConstructionOrder& order) {
             return std::make_unique<bus_machine>("bus", at.nodes, at.channels, operation.space,
                                                  at.timing, order);
           },
       .memory = [](const BusCase& at) { return memory_of(at.k(), 0); },
       .blocks = {"bus_arbiter"},
       .declared = bus_machine::statistics()}};
  PLEXUS_ADD_ALGORITHMS(on_bus, PLEXUS_BUS_ALGORITHMS)
}

}  // namespace plexus
