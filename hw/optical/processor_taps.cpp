#include "hw/channel/bindings.hpp"
#include "hw/optical/coupler_bank.hpp"
#include "hw/optical/receivers.hpp"
#include "hw/optical/transmitters.hpp"

namespace plexus {

void processor_tap::take_port(const channel_if& self, const char* what,
                              const sc_core::sc_port_base& port) {
  const sc_core::sc_object* const owner = port.get_parent_object();
  const sc_core::sc_object* const driver = owner == nullptr ? &port : owner;
  const auto within = [](const sc_core::sc_object* inner, const sc_core::sc_object* outer) {
    do inner = inner->get_parent_object();  // ports of modules around one another: one wire
    while (inner != nullptr && inner != outer);
    return inner != nullptr;
  };
  if (driver_ == nullptr || within(driver, driver_)) {
    driver_ = driver;
  } else if (!within(driver_, driver)) {
    report_wiring("The {} {} are bound to {} and to {}: bind each processor to its own.", what,
                  self.full_name(), driver_->name(), driver->name());
  }
}

std::string processor_tx::full_name() const { return bank_->processor_name(node_) + ".tx"; }
NodeId processor_tx::couplers() const { return bank_->groups(); }
void processor_tx::send(SlotShare& share) { bank_->arrive(node_, share); }
void processor_tx::trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
  bank_->wave().trace_transmitters(file, node_, prefix);
}

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
