#include "models/hypercube/shape.hpp"

#include <algorithm>
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

namespace {

/// A cube in the usual slanted view, a tesseract as a cube in a cube.
Layout::Point corner(int dimension, NodeId node) {
  const auto side = [&](int t) { return (node >> t & 1U) != 0 ? 1.0 : -1.0; };
  if (dimension < 4) {
    const double behind = dimension == 3 ? side(2) : 0;
    return {0.75 * side(0) + 0.34 * behind, 0.75 * side(1) - 0.3 * behind};
  }
  const double size = side(3) < 0 ? 2.5 : 1.1;
  return {size * (side(0) + 0.62 * side(2)), size * (side(1) - 0.25 * side(2))};
}

/// Which of the numbers 0, 1, 3, 2, 6, .. the number is: neighbours of which differ in one bit.
NodeId place_in_gray_code(NodeId number) {
  for (unsigned shift = 1; shift < 32; shift *= 2) number ^= number >> shift;
  return number;
}

}  // namespace

Layout layout(const HypercubeShape& cube) {
  constexpr int kMostDrawn = 8;    // dimensions of which every node is drawn
  constexpr int kMostCorners = 4;  // that are drawn as cubes
  const int hidden = std::max(0, cube.dimension() - kMostDrawn);
  const int seen = cube.dimension() - hidden;
  const NodeId per = NodeId{1} << hidden;
  Layout drawn{"hypercube of " + std::to_string(cube.dimension()) + " dimensions, " +
                   counted(cube.nodes(), per),
               {},
               {}};
  if (seen > kMostCorners) drawn.title += "; rows and columns in Gray code";
  const int low = (seen + 1) / 2;  // dimensions of a row
  for (NodeId first = 0; first < cube.nodes(); first += per) {
    const NodeId number = first >> hidden;
    const Layout::Point at =
        seen <= kMostCorners ? corner(seen, number)
                             : Layout::Point{place_in_gray_code(number & ((NodeId{1} << low) - 1)),
                                             place_in_gray_code(number >> low)};
    drawn.places.push_back(node_place(first, at.first, at.second, per));
  }
  const PlacePairs pairs = neighbours(
      drawn, cube.nodes(), static_cast<unsigned>(cube.ports()), [](NodeId v, unsigned channel) {
        return std::optional{HypercubeShape::across(v, static_cast<int>(channel))};
      });
  if (seen > kMostCorners) {
    join_on_grid(drawn, pairs);
  } else {
    for (const auto& [a, b] : pairs) drawn.wires.push_back({a, b, "", 0, -1, -1});
  }
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

}  // namespace plexus
