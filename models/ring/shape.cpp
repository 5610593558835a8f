#include "models/ring/shape.hpp"

namespace plexus {

DirectWiring RingShape::wiring() const {
  return {nodes, 2, 2,
          [ring = *this](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
            return ChannelEnd{ring.at(v, channel, 1), opposite(channel)};
          },
          [ring = *this] { return layout(ring); }};
}

Layout layout(const RingShape& ring) {
  Layout drawn = circle_layout("ring", ring.nodes);
  drawn.wires = across_circle(drawn, neighbours(drawn, ring.nodes, 1, [&](NodeId v, unsigned at) {
                                return std::optional{ring.at(v, at, 1)};
                              }));
  return drawn;
}

}  // namespace plexus
