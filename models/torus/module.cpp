#include "models/torus/module.hpp"

namespace plexus {

torus_machine::torus_machine(sc_core::sc_module_name name, const TorusShape& shape,
                             BlockSpace space, LinkTiming timing, PortRule rule, bool routed,
                             const ConstructionOrder& order)
    : direct_machine{name, shape.wiring(), space, timing, rule, order} {
  if (!routed) return;
  router_ = std::make_unique<torus_route>("torus_route", shape.sides(), shape.wrap());
  routers.emplace("routers")(*router_);
}

}  // namespace plexus
