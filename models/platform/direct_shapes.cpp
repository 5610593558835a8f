#include "models/platform/direct_shapes.hpp"

#include <memory>

#include "models/hypercube/shape.hpp"
#include "models/ring/shape.hpp"
#include "models/torus/shape.hpp"

namespace plexus {

DirectNetwork ring_shape(NodeId nodes) {
  const int side = static_cast<int>(nodes);
  return {RingShape{nodes}.wiring(),
          true,
          [side] { return std::make_unique<line_steps>(std::vector<int>{side}, true); },
          {side}};
}

DirectNetwork torus_shape(const std::vector<int>& sides, bool wrap) {
  const TorusShape torus{sides, wrap};
  return {torus.wiring(),
          torus.wrap(),
          [torus] { return std::make_unique<line_steps>(torus.sides(), torus.wrap()); },
          {torus.sides().rbegin(), torus.sides().rend()}};
}

DirectNetwork mesh_shape(const std::vector<int>& sides) { return torus_shape(sides, false); }

DirectNetwork hypercube_shape(int dimension) {
  const HypercubeShape cube{dimension};
  const auto bits = static_cast<unsigned>(cube.dimension());
  return {
      cube.wiring(), false, [bits] { return std::make_unique<cube_steps>(bits); }, {cube.nodes()}};
}

}  // namespace plexus
