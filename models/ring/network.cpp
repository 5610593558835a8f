#include "models/ring/network.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

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

}  // namespace plexus
