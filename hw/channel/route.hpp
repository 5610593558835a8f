#pragma once

#include <optional>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Routers of the nodes of a machine with point-to-point links.
class route_if : virtual public sc_core::sc_interface {
 public:
  /// The channel by which a packet leaves node `here` on its way to `destination`; nothing at the
  /// destination. Combinational.
  [[nodiscard]] virtual std::optional<unsigned> next(NodeId here, NodeId destination) = 0;
};

/// Controls of the exchange steps of all nodes of a machine. A step has two half steps where
/// channels are half duplex: first the nodes of even parity (number of ones in the node's number)
/// send, then the others; it has one where they are full duplex.
class exchange_ctl_if : virtual public sc_core::sc_interface {
 public:
  /// Begins a step of `node`, which must be between steps.
  virtual void go(NodeId node, bool full_duplex) = 0;
  /// Ends the present half step of `node`, in the time step in which its last transfer has ended.
  /// True: the step is over.
  virtual bool half_done(NodeId node) = 0;
  /// What `node` does in the present half step; between steps, neither.
  [[nodiscard]] virtual bool sends(NodeId node) const = 0;
  [[nodiscard]] virtual bool receives(NodeId node) const = 0;
};

}  // namespace plexus
