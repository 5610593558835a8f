#include "hw/optical/transmitters.hpp"

#include "hw/optical/coupler_bank.hpp"

namespace plexus {

std::string processor_tx::full_name() const { return bank_->processor_name(node_) + ".tx"; }
NodeId processor_tx::couplers() const { return bank_->groups(); }
void processor_tx::send(SlotShare& share) { bank_->arrive(node_, share); }
void processor_tx::trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
  bank_->wave().trace_transmitters(file, node_, prefix);
}

}  // namespace plexus
