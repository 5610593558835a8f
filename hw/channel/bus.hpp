#pragma once

#include <optional>
#include <utility>

#include "hw/data/awaited.hpp"
#include "hw/data/node_set.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A transaction of a bus. It belongs to its writer, and stays with the bus from the time it is
/// asked for until it ends.
class BusTransfer {
 public:
  BusTransfer(NodeId by, NodeSet to, Packet what, bool at_once = false)
      : writer{by}, readers{std::move(to)}, packet{std::move(what)}, now{at_once} {}

  NodeId writer;
  NodeSet readers;
  Packet packet;
  bool now;  ///< by schedule: it starts in the time step in which it is asked for, or breaks a rule

  /// It has got a channel: readers and packet are the bus's from now on.
  virtual void started() {}
  /// Its readers have the packet.
  virtual void ended() = 0;
  /// What its processor waits for at the bus has changed.
  virtual void note_wait(WaitFor /*what*/) {}

 protected:
  ~BusTransfer() = default;
};

/// A reader that waits for the next packet of which it is one. It stays with the bus until then.
class BusArrival {
 public:
  explicit BusArrival(NodeId by) : reader{by} {}

  NodeId reader;

  virtual void arrived(Packet&& packet) = 0;
  /// As of a transaction.
  virtual void note_wait(WaitFor /*what*/) {}

 protected:
  ~BusArrival() = default;
};

/// The writer's side of a bus.
class bus_tx_if : virtual public sc_core::sc_interface {
 public:
  /// Processors on the bus.
  [[nodiscard]] virtual NodeId processors() const = 0;
  /// Asks for a channel: `transfer` starts as soon as one and all of its readers are free, and is
  /// told when it ends.
  virtual void ask(BusTransfer& transfer) = 0;
};

/// The readers' side of a bus.
class bus_rx_if : virtual public sc_core::sc_interface {
 public:
  /// The packet that has come first of those that `reader` has not taken; nothing: none is there.
  [[nodiscard]] virtual std::optional<Packet> take(NodeId reader) = 0;
  /// `arrival` is told of the next packet that comes.
  virtual void await_packet(BusArrival& arrival) = 0;
};

/// Stands at taps of a bus in the place of programs, and gets what comes there.
class bus_reader_if : virtual public sc_core::sc_interface {
 public:
  /// A transaction with this reader begins.
  virtual void coming(NodeId reader) = 0;
  virtual void arrived(NodeId reader, const Packet& packet) = 0;
};

}  // namespace plexus
