#pragma once

#include "hw/data/fifo_packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What stands at all ports of a buffered network at once, in the place of processors: synthetic
/// traffic.
class fifo_client_if : virtual public sc_core::sc_interface {
 public:
  /// A cycle begins: it may inject packets, one per port that is ready (not with bypass).
  virtual void cycle(Cycles now) = 0;
  /// It may inject packets: all is known that decides which ports are ready. Behind `cycle`, with
  /// bypass when all elements have decided.
  virtual void inject_packets(Cycles /*now*/) {}
  /// A packet has come out of its port; it was whole there at the beginning of cycle `now`.
  virtual void delivered(const FifoPacket& packet, Cycles now) = 0;
  /// May what has come out of the network at `port` be delivered? What may not stays there.
  [[nodiscard]] virtual bool takes(NodeId /*port*/) const { return true; }
};

/// Looks on at a buffered network.
class fifo_observer_if : virtual public sc_core::sc_interface {
 public:
  /// A packet enters by `input` of an element of the first stage, from outside the network. It is
  /// in the queue from the next cycle on.
  virtual void entered(std::uint32_t element, std::uint32_t input) = 0;
};

}  // namespace plexus
