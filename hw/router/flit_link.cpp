#include "hw/router/flit_link.hpp"

#include "hw/channel/inner.hpp"
#include "hw/router/router_bank.hpp"

namespace plexus {

std::optional<ArrivingFlit> router_bank::coming_to(std::size_t first) const {
  for (const Landing& one : landing_[(cycle_ + 1) % landing_.size()]) {
    if (one.queue >= first && one.queue < first + setting_.channels) {
      return ArrivingFlit{one.flit, static_cast<std::uint32_t>(one.queue - first),
                          packets_[one.flit.packet].born};
    }
  }
  return std::nullopt;
}

std::uint32_t router_bank::coming_back_to(std::size_t first) const {
  std::uint32_t back = 0;
  for (const std::uint32_t output : returns_[(cycle_ + 1) % returns_.size()]) {
    if (output >= first && output < first + setting_.channels) back |= 1U << (output - first);
  }
  return back;
}

void flit_link::register_port(sc_core::sc_port_base& port, const char* /*type*/) {
  check_inner(*this, bank_->name(), port);
}

std::string flit_link::full_name() const {
  return fmt::format("{}.link_{}_to_{}", bank_->name(), from_.router, to_.router);
}

}  // namespace plexus
