#pragma once

#include <cstdint>

#include "hw/channel/channel_if.hpp"
#include "hw/data/fifo_packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Sending end of a queue of one-word packets: what stands behind an output of a buffered element.
class fifo_tx_if : virtual public channel_if {
 public:
  /// Is there a free place for a packet of this cycle?
  [[nodiscard]] virtual bool ready() const = 0;
  /// Puts a packet there, at most one in a cycle; it is in the queue from the next cycle on.
  virtual void push(const FifoPacket& packet) = 0;
};

/// Receiving end of such a queue: what stands in front of an input.
class fifo_rx_if : virtual public channel_if {
 public:
  /// Packets in it at the start of the cycle.
  [[nodiscard]] virtual std::uint32_t held() const = 0;
  /// One of them, `place` 0 .. held - 1 from the head on.
  [[nodiscard]] virtual const FifoPacket& packet(std::uint32_t place) const = 0;
  /// Takes it out, at most one in a cycle; its place is free from the next cycle on.
  virtual FifoPacket take(std::uint32_t place) = 0;
  /// The packet that has entered in the present cycle; null: none has yet.
  [[nodiscard]] virtual const FifoPacket* entered() const = 0;
  /// Is nothing in it now, nor has entered?
  [[nodiscard]] virtual bool empty() const = 0;
};

}  // namespace plexus
