#include "rtl/relay_node_model.hpp"

#include <stdexcept>

#include "Vrelay_node_24.h"
#include "Vrelay_node_8.h"

namespace plexus {

std::unique_ptr<relay_node_model_if> make_relay_node_model(VerilatedContext& context,
                                                           const std::string& name,
                                                           unsigned channels) {
  check_relay_channels(channels);
  if (channels <= 8) return std::make_unique<verilated_relay_node<Vrelay_node_8, 8>>(context, name);
  return std::make_unique<verilated_relay_node<Vrelay_node_24, 24>>(context, name);
}

void check_relay_channels(unsigned channels) {
  if (channels <= 24) return;
  throw std::invalid_argument{
      "The twin of relay_node exists for up to 8 and up to 24 channels, "
      "not for " +
      std::to_string(channels) + ": choose fewer dimensions, or leave the twin out."};
}

}  // namespace plexus
