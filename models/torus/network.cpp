#include "models/torus/network.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "models/torus/shape.hpp"

namespace plexus {

DirectNetwork torus_shape(const std::vector<int>& sides, bool wrap) {
  std::int64_t nodes = 1;
  for (const int side : sides) {
    if (side < (wrap ? 3 : 1)) {
      throw std::invalid_argument{
          std::string{wrap ? "A torus has sides of 3" : "A mesh has sides of 1"} +
          " or more, not of " + std::to_string(side) + '.'};
    }
    nodes = std::min(nodes * side, TorusShape::kMaxNodes + 1);
  }
  if (sides.empty() || sides.size() > TorusShape::kMaxDimensions || nodes > TorusShape::kMaxNodes) {
    throw std::invalid_argument{
        "A torus or mesh has 1 .. " + std::to_string(TorusShape::kMaxDimensions) +
        " sides, and at most " + std::to_string(TorusShape::kMaxNodes) + " nodes."};
  }
  const TorusShape torus{sides, wrap};
  return {torus.wiring(),
          torus.wrap(),
          [torus] { return std::make_unique<line_steps>(torus.sides(), torus.wrap()); },
          {torus.sides().rbegin(), torus.sides().rend()}};
}

DirectNetwork mesh_shape(const std::vector<int>& sides) { return torus_shape(sides, false); }

}  // namespace plexus
