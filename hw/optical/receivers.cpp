#include "hw/optical/receivers.hpp"

#include "hw/optical/coupler_bank.hpp"

namespace plexus {

std::string processor_rx::full_name() const { return bank_->processor_name(node_) + ".rx"; }
NodeId processor_rx::couplers() const { return bank_->groups(); }
void processor_rx::serve(coupler_client_if& client) { bank_->processors_[node_].client = &client; }
void processor_rx::listen(SlotShare& share) { bank_->arrive(node_, share); }
std::uint32_t processor_rx::stored() const { return bank_->relayed(node_); }
void processor_rx::pass_on(std::uint32_t count) { bank_->processors_[node_].stored -= count; }
Awaited processor_rx::waits_for() const { return bank_->waits_for(node_); }
void processor_rx::trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
  bank_->wave().trace_receivers(file, node_, prefix);
}

void group_receivers::shine(const Packet& /*packet*/) { bank_->lit(group_, false); }
void group_receivers::collide(const Packet& /*packet*/) { bank_->lit(group_, true); }

}  // namespace plexus
