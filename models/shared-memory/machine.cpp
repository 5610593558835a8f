#include "models/shared-memory/machine.hpp"

namespace plexus {

namespace {

const Statistic kSlots{"slots", "slots", "accesses that the memory serves at a time"};
const Statistic kBanks{"banks", "banks", "of the memory, where accesses can conflict in them"};

std::unique_ptr<shared_memory_machine> build(const SharedMemoryCase& at, const Operation& operation,
                                             const ConstructionOrder& order) {
  const BankLayout layout = operation.name == "alltoall"
                                ? alltoall_layout(at.shape)
                                : sequential_layout(at.shape, at.block_chunks());
  return std::make_unique<shared_memory_machine>("shared_memory", at.shape, layout, operation.space,
                                                 at.timing, order);
}

double memory(const SharedMemoryCase& at) {
  constexpr double kBank = 150;    // state, figures, and a number in the report
  constexpr double kAccess = 500;  // of a node that waits for the memory
  return memory_of(at.k(), 0) + at.k() * kAccess + at.shape.banks * kBank;
}

}  // namespace

void add_shared_memory(Catalogue& catalogue) {
  const MachineList<SharedMemoryCase> add{
      catalogue,
      {.name = "shared-memory",
       .read = shared_memory_case,
       .build = build,
       .memory = memory,
       .blocks = {"bus_arbiter", "bank_arbiter"},
       .declared = shared_memory_machine::statistics(),
       .layout = [](const SharedMemoryCase& at) { return layout(at.shape); },
       .lower_bounds = {{"move", bound_block_block},
                        {"broadcast", bound_block_block},
                        {"scatter", bound_all_block},
                        {"gather", bound_block_all},
                        {"allgather", bound_block_all},
                        {"alltoall", bound_all_all},
                        {"allreduce", bound_block_block},
                        {"reduce-scatter", bound_block_block}},
       .beyond_paper = [](const SharedMemoryCase& at) { return at.shape.interleaved(); }}};
  PLEXUS_ADD_ALGORITHMS(shared_memory, PLEXUS_SHARED_MEMORY_ALGORITHMS)
  add.topology(shared_memory_shape_parameters(), {kNodes, kSlots, kBanks},
               [](const SharedMemoryCase& at, Statistics& statistics) {
                 statistics.set(kNodes, at.shape.nodes);
                 statistics.set(kSlots, at.shape.slots);
                 if (at.shape.interleaved()) statistics.set(kBanks, at.shape.banks);
               });
}

}  // namespace plexus
