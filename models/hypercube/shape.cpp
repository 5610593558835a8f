#include "models/hypercube/shape.hpp"

#include <string>

#include "models/catalogue/refusal.hpp"

namespace plexus {

HypercubeShape::HypercubeShape(int dimension) : dimension_{dimension} {
  if (dimension >= 0 && dimension <= kMaxDimension) return;
  throw Refusal{RefusalClass::kSize, "dimension is " + std::to_string(dimension) +
                                         ": a hypercube has 0 to " + std::to_string(kMaxDimension)};
}

std::int64_t HypercubeShape::link(NodeId node, int t) const {
  const NodeId below = node & ((NodeId{1} << t) - 1);
  const NodeId above = node >> (t + 1);  // bit t itself is the same link
  return std::int64_t{nodes()} / 2 * t + ((std::int64_t{above} << t) | std::int64_t{below});
}

DirectWiring HypercubeShape::wiring() const {
  return {nodes(), static_cast<unsigned>(ports()), 1,
          [](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
            return ChannelEnd{across(v, static_cast<int>(channel)), channel};
          }};
}

GrayRing::GrayRing(HypercubeShape shape) : shape_{shape} {
  if (shape.dimension() >= 2) return;
  throw Refusal{RefusalClass::kSize, "dimension is " + std::to_string(shape.dimension()) +
                                         ": daisy-chain needs a ring, so at least 2"};
}

void check_node(HypercubeShape shape, std::string_view parameter, std::int64_t node) {
  if (node >= 0 && node < std::int64_t{shape.nodes()}) return;
  throw Refusal{RefusalClass::kRange, std::string{parameter} + " is " + std::to_string(node) +
                                          ": a node of the hypercube is 0 to " +
                                          std::to_string(shape.nodes() - 1)};
}

void check_move(HypercubeShape shape, std::int64_t source, std::int64_t destination) {
  check_node(shape, "source", source);
  check_node(shape, "destination", destination);
  if (source != destination) return;
  throw Refusal{RefusalClass::kRange, "destination is " + std::to_string(destination) +
                                          ": it must be another node than source"};
}

}  // namespace plexus
