#include "models/bus/machine.hpp"

namespace plexus {

namespace {

const Statistic kChannels{"channels", "channels", "transactions that the bus carries at a time"};
const Statistic kTaps{"taps", "taps", "of a node: its one port"};

}  // namespace

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
       .memory =
           [](const BusCase& at) {
             constexpr double kPorts = 2000;  // of a node, to the bus
             return memory_of(at.k(), 0) + kPorts * at.k();
           },
       .blocks = {"bus_arbiter"},
       .declared = bus_machine::statistics(),
       .layout = [](const BusCase& at) { return bus_layout(at.nodes, at.channels); },
       .lower_bounds = {{"move", bus_bound_one},
                        {"broadcast", bus_bound_one},
                        {"scatter", bus_bound_blocks},
                        {"gather", bus_bound_blocks},
                        {"allgather", bus_bound_allgather},
                        {"alltoall", bus_bound_alltoall},
                        {"allreduce", bus_bound_allreduce},
                        {"reduce-scatter", bus_bound_reduce_scatter}}}};
  PLEXUS_ADD_ALGORITHMS(on_bus, PLEXUS_BUS_ALGORITHMS)
  add.topology(bus_shape_parameters(), {kNodes, kChannels, kTaps},
               [](const BusCase& at, Statistics& statistics) {
                 statistics.set(kNodes, at.nodes);
                 statistics.set(kChannels, at.channels);
                 statistics.set(kTaps, 1);
               });
}

}  // namespace plexus
