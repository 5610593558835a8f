#include "models/bus/module.hpp"

namespace plexus {

namespace {

NodeContext context_of(BlockSpace space) {
  NodeContext context;
  context.space = space;
  return context;
}

}  // namespace

bus_machine::bus_machine(sc_core::sc_module_name name, NodeId nodes, NodeId channels,
                         BlockSpace space, LinkTiming timing, const ConstructionOrder& order)
    : machine_of{name, nodes, context_of(space), order}, wires{"wires", nodes, channels, timing} {}

void bus_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  wires.listen(sink);
}

}  // namespace plexus
