#include "models/hypercube/module.hpp"

namespace plexus {

hypercube_machine::hypercube_machine(sc_core::sc_module_name name, HypercubeShape cube,
                                     BlockSpace space, LinkTiming timing, PortRule rule,
                                     HypercubeParts parts, const ConstructionOrder& order)
    : direct_machine{name, cube.wiring(), space, timing, rule, order} {
  if (parts.routers) {
    router_ = std::make_unique<cube_route>("cube_route", cube.nodes());
    routers.emplace("routers")(*router_);
  }
  if (parts.exchange_controls) {
    control_ = std::make_unique<exchange_ctl>("exchange_ctl", cube.nodes());
    exchange_controls.emplace("exchange_controls")(*control_);
  }
}

}  // namespace plexus
