#pragma once

#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class BusTransfer;
class BusRead;

/// The writer's side of a bus.
class bus_tx_if : virtual public sc_core::sc_interface {
 public:
  /// Processors on the bus.
  [[nodiscard]] virtual NodeId processors() const = 0;
  /// Asks for a channel: `transfer` starts as soon as one and all of its readers are free, and is
  /// told when it ends. It must live until then.
  virtual void ask(BusTransfer& transfer) = 0;
};

/// The readers' side of a bus.
class bus_rx_if : virtual public sc_core::sc_interface {
 public:
  /// Hands `read` a packet that has arrived for its processor and waits for it; false: none has.
  virtual bool take(BusRead& read) = 0;
  /// Has `read` completed by the next packet that arrives for its processor.
  virtual void await_packet(BusRead& read) = 0;
};

}  // namespace plexus
