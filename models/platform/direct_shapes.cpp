#include "models/platform/direct_shapes.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "models/hypercube/shape.hpp"
#include "models/ring/shape.hpp"
#include "models/torus/shape.hpp"

namespace plexus {

DirectNetwork ring_shape(NodeId nodes) {
  if (nodes < 3 || nodes > TorusShape::kMaxNodes) {
    throw std::invalid_argument{"ring_shape(" + std::to_string(nodes) + "): a ring has 3 .. " +
                                std::to_string(TorusShape::kMaxNodes) + " nodes."};
  }
  const int side = static_cast<int>(nodes);
  return {RingShape{nodes}.wiring(),
          true,
          [side] { return std::make_unique<line_steps>(std::vector<int>{side}, true); },
          {side}};
}

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

DirectNetwork hypercube_shape(int dimension) {
  if (dimension < 0 || dimension > HypercubeShape::kMaxDimension) {
    throw std::invalid_argument{"hypercube_shape(" + std::to_string(dimension) +
                                "): a hypercube has 0 .. " +
                                std::to_string(HypercubeShape::kMaxDimension) + " dimensions."};
  }
  const HypercubeShape cube{dimension};
  const auto bits = static_cast<unsigned>(cube.dimension());
  return {
      cube.wiring(), false, [bits] { return std::make_unique<cube_steps>(bits); }, {cube.nodes()}};
}

}  // namespace plexus
