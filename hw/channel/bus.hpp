#pragma once

#include <utility>

#include "hw/channel/shared_transfer.hpp"
#include "hw/data/node_set.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A transaction of a bus, of its writer: it has started when it has got a channel, and readers and
/// packet are the bus's from then on; it has ended when its readers have the packet.
class BusTransfer : public SharedTransfer {
 public:
  BusTransfer(NodeId by, NodeSet to, Packet what, bool at_once = false)
      : SharedTransfer{by, std::move(what)}, readers{std::move(to)}, now{at_once} {}

  NodeSet readers;
  bool now;  ///< by schedule: it starts in the time step in which it is asked for, or breaks a rule
};

/// A reader that waits for the next packet of which it is one: it has ended when it has that.
class BusArrival : public SharedTransfer {
 public:
  explicit BusArrival(NodeId by) : SharedTransfer{by, {}} {}
  [[nodiscard]] static bool is_needless() { return false; }
};

/// The writer's side of a bus.
class bus_tx_if : virtual public sc_core::sc_interface {
 public:
  /// Processors on the bus.
  [[nodiscard]] virtual NodeId processors() const = 0;
  /// Asks for a channel: `transfer` starts as soon as one and all of its readers are free.
  virtual void ask(BusTransfer& transfer) = 0;
};

/// The readers' side of a bus.
class bus_rx_if : virtual public sc_core::sc_interface {
 public:
  /// True: `arrival` has the packet that has come first of those that its node has not taken;
  /// false: it is told of the next one that comes.
  virtual bool ask(BusArrival& arrival) = 0;
};

/// Stands at taps of a bus in the place of programs, and gets what comes there.
class bus_reader_if : virtual public sc_core::sc_interface {
 public:
  /// A transaction with this reader begins.
  virtual void coming(NodeId reader) = 0;
  virtual void arrived(NodeId reader, const Packet& packet) = 0;
};

}  // namespace plexus
