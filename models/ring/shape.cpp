#include "models/ring/shape.hpp"

namespace plexus {

DirectWiring RingShape::wiring() const {
  return {nodes, 2, 2, [ring = *this](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
            return ChannelEnd{ring.at(v, channel, 1), opposite(channel)};
          }};
}

}  // namespace plexus
