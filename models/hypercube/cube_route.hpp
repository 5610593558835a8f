#pragma once

#include <bit>
#include <optional>

#include "hw/router/route.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Routers of a hypercube: across the most significant bit in which the node numbers differ;
/// channel t leads across bit t. Twin: rtl/router/cube_route.sv.
class cube_route final : public route_part {
 public:
  cube_route(sc_core::sc_module_name name, NodeId nodes) : route_part{name}, nodes_{nodes} {}

  [[nodiscard]] static constexpr std::optional<unsigned> channel(NodeId here, NodeId destination) {
    if (here == destination) return std::nullopt;
    return static_cast<unsigned>(std::bit_width(here ^ destination)) - 1;
  }

  [[nodiscard]] NodeId nodes() const override { return nodes_; }

 private:
  [[nodiscard]] std::optional<unsigned> decide(NodeId here, NodeId destination) const override {
    return channel(here, destination);
  }

  NodeId nodes_;
};

}  // namespace plexus
