#pragma once

#include <cstdint>

#include "hw/data/fifo_packet.hpp"
#include "hw/data/flit.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What stands at all nodes of a buffered network at once, in the place of processors: traffic.
template <typename Packet>
class network_client_if : virtual public sc_core::sc_interface {
 public:
  /// A cycle begins.
  virtual void cycle(Cycles now) = 0;
  /// All is known that decides which nodes are ready: it may send a packet from each that is.
  virtual void send_packets(Cycles /*now*/) {}
  /// All of the packet was at its node at the beginning of cycle `now`.
  virtual void delivered(const Packet& packet, Cycles now) = 0;
};

/// At the nodes of routers with virtual channels.
class router_client_if : public network_client_if<RouterPacket> {
 public:
  /// The head of a packet leaves its last router for the node, which has a place for it: told where
  /// nodes may be closed.
  virtual void coming(NodeId /*node*/) {}
};

/// At the ports of a buffered multistage network.
class fifo_client_if : public network_client_if<FifoPacket> {
 public:
  /// May what has come out of the network at `port` be delivered? What may not stays there.
  [[nodiscard]] virtual bool takes(NodeId /*port*/) const { return true; }
};

/// Looks on at a buffered network.
class network_observer_if : virtual public sc_core::sc_interface {
 public:
  /// In this cycle a packet, a flit or a credit comes to router or element `number`, whether that
  /// decides something or not; to elements of the first stage alone.
  virtual void entering(std::uint32_t number) = 0;
};

}  // namespace plexus
