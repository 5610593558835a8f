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

}  // namespace plexus
