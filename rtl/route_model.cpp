#include "rtl/route_model.hpp"

#include <algorithm>
#include <stdexcept>

#include "Vcube_route.h"
#include "Vtorus_route.h"

namespace plexus {

RouteModelMaker torus_route_models(const torus_route& part) {
  constexpr unsigned kDims = 4;
  constexpr unsigned kCoordWidth = 16;
  const int longest = *std::ranges::max_element(part.sides());
  if (part.sides().size() > kDims || longest >= 1 << kCoordWidth) {
    throw std::invalid_argument{
        "The twin of torus_route exists for up to 4 dimensions with sides up to 65535, not for " +
        std::to_string(part.sides().size()) + " dimensions with sides up to " +
        std::to_string(longest) + ": choose smaller --sides, or leave the twin out."};
  }
  return [&part](VerilatedContext& context, const std::string& name) {
    return std::make_unique<verilated_torus_route<Vtorus_route, kDims, kCoordWidth>>(context, name,
                                                                                     part);
  };
}

RouteModelMaker cube_route_models(NodeId nodes) {
  if (nodes > NodeId{1} << 24) {
    throw std::invalid_argument{"The twin of cube_route exists for up to 24 dimensions, not for " +
                                std::to_string(nodes) +
                                " nodes: choose a smaller --dimension, or leave the twin out."};
  }
  return [](VerilatedContext& context, const std::string& name) {
    return std::make_unique<verilated_cube_route<Vcube_route>>(context, name);
  };
}

}  // namespace plexus
