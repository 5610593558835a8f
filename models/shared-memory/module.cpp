#include "models/shared-memory/module.hpp"

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

const Statistic kAccesses{"transfers", "transfers", "accesses"};
const Statistic kWordHops{"word_hops", "words", "words of all accesses"};
const Statistic kPeakActive{"peak_active", "transfers", "most accesses at the same time"};
const Statistic kPeakWaiting{"peak_waiting", "accesses", "most accesses that waited for a slot"};
const Statistic kUtilisation{"utilisation", "", "busy share of all slots and cycles"};
const Statistic kWaits{"waits", "cycles", "by node: for how long its accesses waited for a slot"};
const Statistic kBankStalls{"bank_stalls", "cycles", "that accesses lost to taken banks"};
const Statistic kStallsByBank{"stalls_by_bank", "cycles", "the same by bank"};
const Statistic kStallsByProcessor{"stalls_by_processor", "cycles", "the same by node"};

}  // namespace

shared_memory_machine::shared_memory_machine(sc_core::sc_module_name name,
                                             const SharedMemoryShape& shape,
                                             const BankLayout& layout, BlockSpace space,
                                             LinkTiming timing, const ConstructionOrder& order)
    : machine_of{name, shape.nodes, NodeContext{.space = space}, order},
      memory{"memory", shape.nodes, shape.slots, timing, space, layout} {
  for (NodeId v = 0; v < shape.nodes; ++v) node(v).accesses(memory);
}

void shared_memory_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  memory.listen(sink);
}

std::vector<Statistic> shared_memory_machine::statistics() {
  return {kAccesses, kWordHops,   kPeakActive,   kPeakWaiting,      kUtilisation,
          kWaits,    kBankStalls, kStallsByBank, kStallsByProcessor};
}

void shared_memory_machine::report(Cycles cycles, Statistics& statistics) const {
  const GrantFigures& figures = memory.figures();
  const double slot_cycles =
      static_cast<double>(memory.slots()) * static_cast<double>(cycles.count());
  Json waits = Json::array();
  for (NodeId v = 0; v < size(); ++v) waits.push_back(memory.waited(v).count());
  statistics.set(kAccesses, figures.granted);
  statistics.set(kWordHops, figures.words.count());
  statistics.set(kPeakActive, figures.peak_active);
  statistics.set(kPeakWaiting, figures.peak_waiting);
  statistics.set(kUtilisation, static_cast<double>(figures.busy.count()) / slot_cycles);
  statistics.set(kWaits, std::move(waits));
  if (memory.banks() == 0) return;
  Json processors = Json::array();
  for (NodeId v = 0; v < size(); ++v) processors.push_back(memory.stalls(v));
  Json banks = Json::array();
  for (BankId bank = 0; bank < memory.banks(); ++bank) banks.push_back(memory.bank_stalls(bank));
  statistics.set(kBankStalls, memory.bank_stalls());
  statistics.set(kStallsByBank, std::move(banks));
  statistics.set(kStallsByProcessor, std::move(processors));
}

}  // namespace plexus
