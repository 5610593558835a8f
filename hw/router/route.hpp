#pragma once

#include <optional>

#include "hw/channel/exchange_port.hpp"
#include "hw/channel/route.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// The routers of the nodes of a machine, as one module: what works out their answers stands behind
/// its port.
class route_part : public sc_core::sc_module, public route_if {
  /// The routers themselves.
  struct Own final : route_if {
    explicit Own(const route_part& of) : part{&of} {}
    [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override {
      return part->decide(here, destination);
    }
    const route_part* part;
  };
  Own own_{*this};

 public:
  exchange_port<route_if> decision{"decision", own_};

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) final {
    return decision.occupant().next(here, destination);
  }
  /// What the routers themselves answer.
  [[nodiscard]] virtual std::optional<unsigned> decide(NodeId here, NodeId destination) const = 0;
  [[nodiscard]] virtual NodeId nodes() const = 0;

 protected:
  explicit route_part(sc_core::sc_module_name name) : sc_module{name} {}
};

}  // namespace plexus
