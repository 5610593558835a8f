#include "models/reconfigurable/machine.hpp"

#include "models/reconfigurable/parameters.hpp"

namespace plexus {

void add_reconfigurable(Catalogue& catalogue) {
  const MachineList<ReconfigurableCase> add{
      catalogue,
      {.name = "reconfigurable",
       .read = reconfigurable_case,
       .build =
           [](const ReconfigurableCase& at, const Operation& operation,
              const ConstructionOrder& order) {
             return std::make_unique<reconfigurable_machine>("reconfigurable", at, operation,
                                                             order);
           },
       .memory = [](const ReconfigurableCase& at) { return memory_of(at.nodes, 0); },
       .blocks = {"config_manager", "xbar2", "rdv_link", "phase_seq", "recon_net"},
       .declared = reconfigurable_machine::statistics(),
       .beyond_paper = [](const ReconfigurableCase& at) { return !at.as_in_the_report(); }}};
  PLEXUS_ADD_ALGORITHMS(reconfigurable, PLEXUS_RECONFIGURABLE_ALGORITHMS)
}

}  // namespace plexus
