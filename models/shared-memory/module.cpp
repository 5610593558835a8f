#include "models/shared-memory/module.hpp"

namespace plexus {

namespace {

NodeContext context_of(BlockSpace space) {
  NodeContext context;
  context.space = space;
  return context;
}

}  // namespace

shared_memory_machine::shared_memory_machine(sc_core::sc_module_name name,
                                             const SharedMemoryShape& shape,
                                             const BankLayout& layout, BlockSpace space,
                                             LinkTiming timing, const ConstructionOrder& order)
    : machine_of{name, shape.nodes, context_of(space), order}, memory{"memory",    shape.nodes,
                                                                      shape.slots, timing,
                                                                      space,       layout} {}

void shared_memory_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  memory.listen(sink);
}

}  // namespace plexus
