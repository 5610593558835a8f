#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include "models/express-mesh/module.hpp"

namespace plexus {

namespace {

std::string title_of(const ExpressMeshShape& mesh) {
  if (mesh.layout == ExpressLayout::kNone) return "mesh";
  return "mesh with express links (" + std::string{to_string(mesh.layout)} + ')';
}

/// Where a node of the grid stands: every second dimension, from the last one on, to the right, the
/// others down, with gaps between blocks of the last ones.
Layout::Point cell_of(const ExpressMeshShape& mesh, NodeId node) {
  constexpr double kGap = 0.6;
  std::array<double, 2> cell{};
  std::array<double, 2> step{1, 1};
  for (unsigned k = 0; k < mesh.dimensions(); ++k) {
    const unsigned dimension = mesh.dimensions() - 1 - k;
    cell[k % 2] += step[k % 2] * static_cast<double>(mesh.coordinate(node, dimension));
    step[k % 2] = step[k % 2] * static_cast<double>(mesh.sides[dimension]) + kGap;
  }
  return {cell[0], cell[1]};
}

}  // namespace

Layout express_mesh_layout(const ExpressMeshShape& mesh) {
  const auto values = static_cast<NodeId>(mesh.values());
  const auto columns = static_cast<NodeId>(mesh.sides.back());
  Layout drawn = grid_layout(title_of(mesh), values / columns, columns, kMostOnGrid);
  const bool one_by_one = values <= kMostOnGrid;
  for (Layout::Place& place : drawn.places) {
    if (one_by_one) std::tie(place.x, place.y) = cell_of(mesh, place.first);
  }
  constexpr std::int64_t kMostNodesJoined = 4096;  // beyond them the wires are a blur
  if (mesh.values() > kMostNodesJoined) return drawn;
  PlacePairs pairs;
  mesh.for_each_link([&](const ExpressMeshLink& link) {
    if (one_by_one && link.kind == HopKind::kInternal) {  // a second node, between rows and columns
      const Layout::Place& first = drawn.places[link.first];
      drawn.places.push_back(node_place(link.second, first.x + 0.5, first.y + 0.5));
    }
    if (one_by_one) {
      pairs.emplace(std::minmax(link.first, link.second));
      return;
    }
    const std::uint32_t from = place_of(drawn, mesh.grid_node(link.first));
    const std::uint32_t to = place_of(drawn, mesh.grid_node(link.second));
    if (from != to) pairs.emplace(std::minmax(from, to));
  });
  join_on_grid(drawn, pairs);
  return drawn;
}

}  // namespace plexus
