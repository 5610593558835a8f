#pragma once

#include <span>

#include "hw/data/node_set.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A processor that wants a channel, as long as it waits for one.
struct BusRequest {
  NodeId writer = 0;
  NodeSet readers;  ///< none: it wants an access slot of a memory
};

/// Deals out the channels of a bus, or the access slots of a memory.
class bus_arbiter_if : virtual public sc_core::sc_interface {
 public:
  /// One clock edge. `released`: writers whose transactions end with the cycle before it;
  /// `requests`: all that wait, by rising writer. Returns the writers that own a channel from this
  /// edge on, rising; the list stays valid until the next edge. What is released, can be granted.
  virtual std::span<const NodeId> edge(std::span<const NodeId> released,
                                       std::span<const BusRequest> requests) = 0;
};

}  // namespace plexus
