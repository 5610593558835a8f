#pragma once

#include <memory>
#include <optional>

#include "models/direct/direct_machine.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/torus_route.hpp"

namespace plexus {

/// A torus or an open mesh: processors, links and, where programs ask them for the way, routers.
class torus_machine final : public direct_machine {
 public:
  /// `routed`: the nodes have routers.
  torus_machine(sc_core::sc_module_name name, const TorusShape& shape, BlockSpace space,
                LinkTiming timing, PortRule rule, bool routed, const ConstructionOrder& order = {});

  /// Whom programs ask for the way, where the nodes have routers.
  std::optional<sc_core::sc_export<route_if>> routers;

 private:
  std::unique_ptr<torus_route> router_;
};

}  // namespace plexus
