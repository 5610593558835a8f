#pragma once

#include <cstdint>

#include "hw/channel/link.hpp"

namespace plexus {

/// A tap of a bus on which nodes send to each other's taps without an arbiter. It receives as the
/// end of a link does, and tells a `link_end_if` at its port by the channels of that node.
class bus_tap_if : public link_rx_if {
 public:
  /// Sends `packet` to tap `to` of the bus, from this time step on.
  virtual void send(std::uint32_t to, Packet&& packet) = 0;
  /// Notified in the time step in which a packet has left.
  [[nodiscard]] virtual const sc_core::sc_event& sent_event() = 0;
  /// Channel of its node, and how many there are from that one on: on a bus that can be cut one for
  /// lower and one for higher taps.
  [[nodiscard]] virtual unsigned channel() const = 0;
  [[nodiscard]] virtual unsigned channels() const = 0;
};

}  // namespace plexus
