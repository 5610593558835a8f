#pragma once

#include "hw/channel/channel_if.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class port_guard;

/// Sending end of a link, or of a switch's port.
class link_tx_if : virtual public channel_if {
 public:
  /// May a packet be sent in this time step?
  [[nodiscard]] virtual bool idle() const = 0;
  /// Starts a transfer in this time step. The link must be idle (fault `busy`) and the packet at
  /// least a word long.
  virtual void send(Packet&& packet) = 0;
  /// Notified in the time step in which a packet has left: the link is idle again.
  [[nodiscard]] virtual const sc_core::sc_event& sent_event() = 0;
};

/// Receiving end of a link, or of a switch's port. It holds one packet: a second one that arrives
/// before the first has been taken ends the run (fault `overflow`).
class link_rx_if : virtual public channel_if {
 public:
  /// Has a packet arrived that is not taken yet?
  [[nodiscard]] virtual bool arrived() const = 0;
  /// Takes the packet that has arrived.
  [[nodiscard]] virtual Packet take() = 0;
  /// Notified in the time step in which a packet has arrived whole.
  [[nodiscard]] virtual const sc_core::sc_event& arrived_event() = 0;
};

/// Both directions at one place, which is what a channel of a node is plugged into: a pair of links
/// or a port of a switch.
class duplex_if : virtual public channel_if {
 public:
  /// What leaves the node, and what enters it. Null: nothing is joined there, as at the edge of
  /// a mesh.
  [[nodiscard]] virtual link_tx_if* tx() const = 0;
  [[nodiscard]] virtual link_rx_if* rx() const = 0;
};

/// A module that wants to be told directly what happens at the links it is bound to, by the number
/// of its port's binding: they find this role at their port's parent. It is told in the time step
/// in which a hop ends and may ask for the next one at once. Events stay silent then.
class link_end_if : virtual public sc_core::sc_interface {
 public:
  /// The packet sent last through `port` has left: the link is idle.
  virtual void sent(unsigned port) = 0;
  /// A packet has arrived whole at `port`.
  virtual void received(unsigned port, Packet&& packet) = 0;
  /// Of the port rule that it keeps: links and switches tell it what begins and ends at its ports.
  /// Null: no rule binds it.
  [[nodiscard]] virtual port_guard* guard() { return nullptr; }
};

}  // namespace plexus
