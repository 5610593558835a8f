#include "models/torus/machine.hpp"

#include "models/catalogue/json.hpp"
#include "models/direct/next_hop.hpp"
#include "models/schedule/own_size.hpp"

namespace plexus {

void add_torus(Catalogue& catalogue) {
  const MachineList<TorusCase> add{
      catalogue,
      {.name = "torus",
       .read = torus_case,
       .build =
           [](const TorusCase& at, const Operation& operation, const ConstructionOrder& order) {
             return std::make_unique<torus_machine>("torus", at.shape, operation.space, at.timing,
                                                    at.rule, at.routed, order);
           },
       .memory = [](const TorusCase& at) { return memory_of(at.k(), at.k() * at.shape.ports()); },
       .blocks = {"link", "port_guard"},
       .declared = direct_machine::statistics(),
       .beyond_paper = [](const TorusCase& at) { return full_duplex(at.rule); }}};
  PLEXUS_ADD_ALGORITHMS(torus, PLEXUS_TORUS_ALGORITHMS)
  for (const ScheduledOperation operation : kScheduledOperations) {
    add(schedule_algorithm<TorusCase>(
        operation,
        with_size(
            with_full_duplex(has_root(operation) ? torus_root_parameters("processor at the root")
                                                 : torus_parameters()),
            "sides", Json::array({16})),
        {[](const TorusCase& at) { return at.shape.nodes(); },
         [](const TorusCase& at) { return shortest_ways(at.shape.wiring()); }}));
  }
}

}  // namespace plexus
