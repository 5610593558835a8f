#pragma once

#include <memory>
#include <optional>

#include "models/direct/direct_machine.hpp"
#include "models/hypercube/cube_route.hpp"
#include "models/hypercube/exchange_ctl.hpp"
#include "models/hypercube/shape.hpp"

namespace plexus {

/// What the nodes of a hypercube have beside their ports, where their programs ask for it.
struct HypercubeParts {
  bool routers = false;            ///< that say the way
  bool exchange_controls = false;  ///< that take the half steps of an exchange in turn
};

/// A hypercube: processors, links, and the parts that programs ask.
class hypercube_machine final : public direct_machine {
 public:
  hypercube_machine(sc_core::sc_module_name name, HypercubeShape cube, BlockSpace space,
                    LinkTiming timing, PortRule rule, HypercubeParts parts,
                    const ConstructionOrder& order = {});

  /// Whom programs ask, where there are those parts.
  std::optional<sc_core::sc_export<route_if>> routers;
  std::optional<sc_core::sc_export<exchange_ctl_if>> exchange_controls;

 private:
  std::unique_ptr<cube_route> router_;
  std::unique_ptr<exchange_ctl> control_;
};

}  // namespace plexus
