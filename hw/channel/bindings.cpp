#include "hw/channel/bindings.hpp"

#include <cstdlib>
#include <stdexcept>

namespace plexus {

void report_wiring(const std::string& sentence) {
  SC_REPORT_ERROR(kWiring, sentence.c_str());
  std::abort();  // only where somebody has changed what an error report does
}

std::string name_of(const sc_core::sc_interface& bound) {
  if (const auto* channel = dynamic_cast<const channel_if*>(&bound)) return channel->full_name();
  if (const auto* object = dynamic_cast<const sc_core::sc_object*>(&bound)) return object->name();
  return "(a channel without a name)";
}

void check_bound(int bound, std::uint32_t wanted, const char* what,
                 const sc_core::sc_port_base& port) {
  if (bound == static_cast<int>(wanted)) return;
  report_wiring("Port {} is bound to {} {}: bind it to {}, one after another.", port.name(), bound,
                what, wanted);
}

std::size_t checked_number(std::size_t number, std::size_t count, const char* kind,
                           const sc_core::sc_object& of) {
  if (number < count) return number;
  throw std::invalid_argument{fmt::format("{} has {} {}, numbered from 0: there is no number {}.",
                                          of.name(), count, kind, number)};
}

}  // namespace plexus
