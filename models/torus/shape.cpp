#include "models/torus/shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "models/catalogue/refusal.hpp"
#include "models/catalogue/unfit_algorithm.hpp"
#include "models/torus/torus_route.hpp"

namespace plexus {
namespace {

std::string list(const std::vector<int>& sides) {
  std::string text;
  for (const int side : sides) text += (text.empty() ? "" : ",") + std::to_string(side);
  return text;
}

void check_sides(const std::vector<int>& sides, bool wrap) {
  if (sides.empty()) throw Refusal{RefusalClass::kSize, "--sides is empty: choose at least one"};
  if (sides.size() > TorusShape::kMaxDimensions) {
    throw Refusal{RefusalClass::kSize,
                  "--sides is a list of " + std::to_string(sides.size()) + ": at most " +
                      std::to_string(TorusShape::kMaxDimensions) + " are allowed"};
  }
  const int least = wrap ? 3 : 1;
  std::int64_t nodes = 1;
  for (const int side : sides) {
    if (side < least) {
      throw Refusal{RefusalClass::kSize,
                    "--sides " + list(sides) + ": with --wrap " + (wrap ? "true" : "false") +
                        " every side must be at least " + std::to_string(least)};
    }
    nodes *= side;
    if (nodes > TorusShape::kMaxNodes) {
      throw Refusal{RefusalClass::kSize, "--sides " + list(sides) + ": at most " +
                                             std::to_string(TorusShape::kMaxNodes) +
                                             " nodes are allowed"};
    }
  }
}

}  // namespace

TorusShape::TorusShape(std::vector<int> sides, bool wrap) : sides_{std::move(sides)}, wrap_{wrap} {
  check_sides(sides_, wrap_);
  for (const int side : sides_) {
    strides_.push_back(nodes_);
    nodes_ *= static_cast<NodeId>(side);
  }
}

bool TorusShape::square() const {
  return std::all_of(sides_.begin(), sides_.end(), [&](int side) { return side == sides_[0]; });
}

int TorusShape::coordinate(NodeId node, int dimension) const {
  const auto j = static_cast<std::size_t>(dimension);
  return static_cast<int>(node / strides_[j] % static_cast<NodeId>(sides_[j]));
}

std::vector<int> TorusShape::coordinates(NodeId node) const {
  std::vector<int> result;
  result.reserve(sides_.size());
  for (int j = 0; j < dimensions(); ++j) result.push_back(coordinate(node, j));
  return result;
}

NodeId TorusShape::node(std::span<const int> coordinates) const {
  NodeId number = 0;
  for (std::size_t j = 0; j < sides_.size(); ++j) {
    number += static_cast<NodeId>(coordinates[j]) * strides_[j];
  }
  return number;
}

std::optional<NodeId> TorusShape::neighbour(NodeId node, int port) const {
  const int j = dimension_of(port);
  const NodeId stride = strides_[static_cast<std::size_t>(j)];
  const NodeId once_round = stride * static_cast<NodeId>(side(j) - 1);
  const int x = coordinate(node, j);
  if (port == plus_port(j)) {
    if (x < side(j) - 1) return node + stride;
    return wrap_ ? std::optional{node - once_round} : std::nullopt;
  }
  if (x > 0) return node - stride;
  return wrap_ ? std::optional{node + once_round} : std::nullopt;
}

int TorusShape::offset(NodeId from, NodeId to, int dimension) const {
  return torus_route::hops(coordinate(from, dimension), coordinate(to, dimension), side(dimension),
                           wrap_);
}

TorusShape::Reaches TorusShape::reaches(NodeId node, int dimension) const {
  const int last = side(dimension) - 1;
  const int plus = wrap_ ? side(dimension) / 2 : last - coordinate(node, dimension);
  return {plus, last - plus};
}

std::int64_t TorusShape::distance(NodeId from, NodeId to) const {
  std::int64_t hops = 0;
  for (int j = 0; j < dimensions(); ++j) hops += std::abs(offset(from, to, j));
  return hops;
}

std::int64_t TorusShape::eccentricity(NodeId node) const {
  std::int64_t hops = 0;
  for (int j = 0; j < dimensions(); ++j) hops += reaches(node, j).larger();
  return hops;
}

std::int64_t TorusShape::diameter() const {
  return eccentricity(0);  // a corner of the mesh, any node of the torus
}

NodeId TorusShape::farthest(NodeId node) const {
  std::vector<int> place;
  for (int j = 0; j < dimensions(); ++j) {
    const auto [plus, minus] = reaches(node, j);
    const int hops = plus >= minus ? plus : -minus;
    place.push_back((coordinate(node, j) + hops) % side(j));
  }
  return this->node(place);
}

std::optional<int> TorusShape::next_port(NodeId here, NodeId destination) const {
  const auto channel = torus_route::channel(sides_, wrap_, here, destination);
  return channel ? std::optional{static_cast<int>(*channel)} : std::nullopt;
}

std::int64_t TorusShape::links() const {
  std::int64_t count = 0;
  for (const int side : sides_) count += std::int64_t{nodes_} / side * (wrap_ ? side : side - 1);
  return count;
}

std::int64_t TorusShape::link(NodeId node, int port) const {
  const int j = dimension_of(port);
  const NodeId lower = port == plus_port(j) ? node : neighbour(node, port).value();
  return std::int64_t{lower} * dimensions() + j;
}

DirectWiring TorusShape::wiring() const {
  return {nodes(), static_cast<unsigned>(ports()), 2,
          [shape = *this](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
            const int port = static_cast<int>(channel);
            const std::optional<NodeId> other = shape.neighbour(v, port);
            if (!other) return std::nullopt;
            return ChannelEnd{*other, static_cast<unsigned>(reverse_port(port))};
          },
          [shape = *this] { return layout(shape); }};
}

namespace {

/// Three dimensions in a slanted view: layers stand behind each other, so far aside and above that
/// no node lies on a link of others; links round the edge run beside their line.
void draw_layers(Layout& drawn, const TorusShape& torus, const PlacePairs& pairs) {
  constexpr double kBehind = 0.6;  // of one layer, to the right and above
  constexpr double kNode = 0.4;
  constexpr double kBeside = 0.3;
  const double apart = std::max(1.4, kBehind * torus.side(2) + 0.2);
  for (Layout::Place& place : drawn.places) {
    const std::vector<int> at = torus.coordinates(place.first);
    place.x = apart * at[0] + kBehind * at[2];
    place.y = -apart * at[1] - kBehind * at[2];
    place.width = place.height = kNode;
  }
  for (const auto& [a, b] : pairs) {
    Layout::Wire wire{a, b, "", 0, -1, -1};
    const Layout::Place& from = drawn.places[a];
    const Layout::Place& to = drawn.places[b];
    int dimension = 0;
    while (torus.coordinate(a, dimension) == torus.coordinate(b, dimension)) ++dimension;
    if (torus.coordinate(b, dimension) - torus.coordinate(a, dimension) > 1) {
      constexpr double kRise = 0.15;
      if (dimension < 2) {
        wire.via = beside_line(from, to, dimension == 0, kRise, kBeside);
      } else {
        wire.bend = 0.45 / std::hypot(from.x - to.x, from.y - to.y);
      }
    }
    drawn.wires.push_back(std::move(wire));
  }
}

}  // namespace

Layout layout(const TorusShape& torus) {
  std::string title = torus.wrap() ? "torus" : "mesh";
  for (std::size_t j = 0; torus.dimensions() > 1 && j < torus.sides().size(); ++j) {
    title += (j == 0 ? " " : " x ") + std::to_string(torus.sides()[j]);
  }
  const auto columns = static_cast<NodeId>(torus.side(0));
  const NodeId rows = torus.nodes() / columns;
  const bool circle = torus.dimensions() == 1 && torus.wrap();
  const NodeId most = torus.dimensions() == 2 ? kMostOnGrid : kMostOnGrid / 4;
  Layout drawn = circle ? circle_layout(title, columns) : grid_layout(title, rows, columns, most);
  for (Layout::Place& place : drawn.places) {
    if (torus.dimensions() < 2 || place.count > 1) continue;
    // Every second dimension to the right, the others upwards, with gaps between blocks of lower
    // ones.
    constexpr double kGap = 0.6;
    const std::vector<int> at = torus.coordinates(place.first);
    std::array<double, 2> cell{};
    std::array<double, 2> step{1, 1};
    for (std::size_t j = 0; j < at.size(); ++j) {
      cell[j % 2] += step[j % 2] * at[j];
      step[j % 2] = step[j % 2] * torus.sides()[j] + kGap;
    }
    place.x = cell[0];
    place.y = -cell[1];
  }
  const PlacePairs pairs = neighbours(
      drawn, torus.nodes(), static_cast<unsigned>(torus.ports()),
      [&](NodeId v, unsigned channel) { return torus.neighbour(v, static_cast<int>(channel)); });
  if (circle) {
    drawn.wires = across_circle(drawn, pairs);
  } else if (torus.dimensions() == 3 && drawn.places.size() == torus.nodes()) {
    draw_layers(drawn, torus, pairs);
  } else {
    join_on_grid(drawn, pairs);
  }
  return drawn;
}

void check_node(const TorusShape& shape, std::string_view parameter, std::int64_t node) {
  if (node >= 0 && node < std::int64_t{shape.nodes()}) return;
  throw Refusal{RefusalClass::kRange, std::string{parameter} + " is " + std::to_string(node) +
                                          ": a node of the torus is 0 to " +
                                          std::to_string(shape.nodes() - 1)};
}

void require_wrap(const TorusShape& shape, std::string_view algorithm) {
  if (shape.wrap()) return;
  throw UnfitAlgorithm{"--wrap false: on the open mesh " + std::string{algorithm} +
                       " does not exist, it needs the rings: choose another --algorithm, if there "
                       "is one, or leave --wrap out"};
}

void require_two_dimensions(const TorusShape& shape, std::string_view algorithm) {
  if (shape.dimensions() == 2) return;
  throw UnfitAlgorithm{"--sides " + list(shape.sides()) + ": " + std::string{algorithm} +
                       " exists for two sides only, choose another --algorithm"};
}

void require_square(const TorusShape& shape, std::string_view algorithm) {
  if (shape.square()) return;
  throw Refusal{RefusalClass::kSize, "--sides " + list(shape.sides()) + ": " +
                                         std::string{algorithm} + " needs equal sides"};
}

}  // namespace plexus
