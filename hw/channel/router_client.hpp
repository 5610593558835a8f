#pragma once

#include "hw/data/flit.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What stands at all nodes of a network of routers at once, in the place of processors.
class router_client_if : virtual public sc_core::sc_interface {
 public:
  /// A cycle begins.
  virtual void cycle(Cycles now) = 0;
  /// All routers have decided: it may send a packet from every node that is ready for one.
  virtual void send_packets(Cycles now) = 0;
  /// The last flit was at its node at the beginning of cycle `now`.
  virtual void delivered(const RouterPacket& packet, Cycles now) = 0;
  /// The head of a packet leaves its last router for the node, which has a place for it: told where
  /// nodes may be closed.
  virtual void coming(NodeId /*node*/) {}
};

/// Looks on at a network of routers.
class router_observer_if : virtual public sc_core::sc_interface {
 public:
  /// In this cycle a flit or a credit comes to `router`, whether that decides something or not.
  virtual void entering(std::uint32_t router) = 0;
};

}  // namespace plexus
