#pragma once

#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "hw/router/route.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Routers of a hypercube: across the most significant bit in which the node numbers differ;
/// channel t leads across bit t. Twin: rtl/cube_route.sv.
class cube_route final : public route_if {
 public:
  /// `machine`: full name, for the twins of its nodes' routers.
  cube_route(std::string machine, NodeId nodes) : machine_{std::move(machine)}, nodes_{nodes} {}

  [[nodiscard]] static constexpr std::optional<unsigned> channel(NodeId here, NodeId destination) {
    if (here == destination) return std::nullopt;
    return static_cast<unsigned>(std::bit_width(here ^ destination)) - 1;
  }

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override {
    return channel(here, destination);
  }
  [[nodiscard]] const std::string& machine() const { return machine_; }
  [[nodiscard]] NodeId nodes() const { return nodes_; }

 private:
  std::string machine_;
  NodeId nodes_;
};

}  // namespace plexus
