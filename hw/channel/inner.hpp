#pragma once

#include <string_view>

#include "hw/channel/bindings.hpp"
#include "hw/channel/channel_if.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// For `register_port` of `channel`, which joins parts of `net` to each other: tells if `port` is
/// of another module.
inline void check_inner(const channel_if& channel, std::string_view net,
                        const sc_core::sc_port_base& port) {
  const std::string_view name{port.name()};
  if (name.starts_with(net) && name.substr(net.size()).starts_with('.')) return;
  report_wiring(
      "{} joins parts of {} to each other, and {} is bound to it as well: bind that to a channel "
      "of your own.",
      channel.full_name(), net, port.name());
}

}  // namespace plexus
