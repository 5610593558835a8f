#include "models/hypercube/shape.hpp"

#include <algorithm>
#include <array>
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
          },
          [cube = *this] { return layout(cube); }};
}

Layout layout(const HypercubeShape& cube) {
  struct Offset {
    double x;
    double y;
  };
  constexpr std::array kSteps{Offset{1.4, 0},   Offset{0, 1.4},   Offset{0.62, -0.55},
                              Offset{2.9, 0.3}, Offset{0.3, 2.9}, Offset{5.9, 0}};
  constexpr int kDrawn = static_cast<int>(kSteps.size());
  const int hidden = std::max(0, cube.dimension() - kDrawn);
  const NodeId per = NodeId{1} << hidden;
  Layout drawn{"hypercube of " + std::to_string(cube.dimension()) + " dimensions, " +
                   counted(cube.nodes(), per),
               {},
               {}};
  for (NodeId first = 0; first < cube.nodes(); first += per) {
    double x = 0;
    double y = 0;
    for (int t = hidden; t < cube.dimension(); ++t) {
      if ((first >> t & 1U) == 0) continue;
      x += kSteps[static_cast<std::size_t>(t - hidden)].x;
      y += kSteps[static_cast<std::size_t>(t - hidden)].y;
    }
    drawn.places.push_back(node_place(first, x, y, per));
  }
  join_neighbours(
      drawn, cube.nodes(), static_cast<unsigned>(cube.ports()),
      [](NodeId v, unsigned channel) {
        return std::optional{HypercubeShape::across(v, static_cast<int>(channel))};
      },
      0.05);
  return drawn;
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
