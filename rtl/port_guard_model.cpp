#include "rtl/port_guard_model.hpp"

#include "Vport_guard_64.h"
#include "Vport_guard_8.h"

namespace plexus {

std::unique_ptr<port_guard_model_if> make_port_guard_model(VerilatedContext& context,
                                                           const std::string& name,
                                                           const port_guard& guard) {
  std::uint64_t channels = 0;
  for (const std::uint64_t dimension : guard.dimensions()) channels |= dimension;
  if (channels != 0 && channels < 256) {
    return std::make_unique<verilated_port_guard<Vport_guard_8, 3>>(context, name, guard);
  }
  static_assert(port_guard::kMostPorts == 64);
  return std::make_unique<verilated_port_guard<Vport_guard_64, 6>>(context, name, guard);
}

}  // namespace plexus
