#include "models/hypercube/network.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "models/hypercube/shape.hpp"

namespace plexus {

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
