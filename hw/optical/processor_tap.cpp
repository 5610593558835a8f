#include "hw/optical/processor_tap.hpp"

#include "hw/channel/bindings.hpp"

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

}  // namespace plexus
