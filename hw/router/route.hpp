#pragma once

#include <optional>

#include "hw/time/units.hpp"

namespace plexus {

/// Routers of the nodes of a machine.
class route_if {
 public:
  virtual ~route_if() = default;
  /// The channel by which a packet leaves node `here` on its way to `destination`; nothing at the
  /// destination. Combinational.
  [[nodiscard]] virtual std::optional<unsigned> next(NodeId here, NodeId destination) = 0;
};

}  // namespace plexus
