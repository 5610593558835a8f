#pragma once

#include <cstdint>

#include "hw/channel/channel_if.hpp"
#include "hw/data/flit.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Sending end of a link between routers with virtual channels: flits go, credits come back.
class flit_tx_if : virtual public channel_if {
 public:
  /// Sends a flit in the present cycle, for the queue of `channel` at the other end: one at most.
  virtual void send(const Flit& flit, std::uint32_t channel) = 0;
  /// The sender's port at which the link leaves.
  [[nodiscard]] virtual std::uint32_t sender_port() const = 0;
};

/// Receiving end.
class flit_rx_if : virtual public channel_if {
 public:
  /// A flit has left the queue of `channel`: its place may be used again.
  virtual void give_back(std::uint32_t channel) = 0;
  /// The receiver's port at which the link ends.
  [[nodiscard]] virtual std::uint32_t receiver_port() const = 0;
};

}  // namespace plexus
