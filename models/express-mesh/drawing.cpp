#include <algorithm>
#include <cmath>
#include <string>

#include "models/express-mesh/module.hpp"

namespace plexus {

namespace {

std::string title_of(const ExpressMeshShape& mesh) {
  if (mesh.layout == ExpressLayout::kNone) return "mesh";
  return "mesh with express links (" + std::string{to_string(mesh.layout)} + ')';
}

}  // namespace

Layout express_mesh_layout(const ExpressMeshShape& mesh) {
  const auto nodes = static_cast<NodeId>(mesh.nodes());
  if (mesh.dimensions() > 2) return circle_layout(title_of(mesh), nodes);
  const bool line = mesh.dimensions() == 1;
  const auto rows = static_cast<NodeId>(line ? 1 : mesh.sides[0]);
  const auto columns = static_cast<NodeId>(line ? mesh.sides[0] : mesh.sides[1]);
  Layout layout = grid_layout(title_of(mesh), rows, columns);
  constexpr std::int64_t kMostNodesJoined = 4096;  // beyond them the wires are a blur
  if (mesh.values() > kMostNodesJoined) return layout;
  if (mesh.layout == ExpressLayout::kCompound && mesh.values() <= kMostNodesDrawn) {
    mesh.for_each_link([&](const ExpressMeshLink& link) {
      if (link.kind != HopKind::kInternal) return;
      const Layout::Place first = layout.places[place_of(layout, link.first)];
      layout.places.push_back(node_place(link.second, first.x + 0.4, first.y + 0.4));
    });
  }
  mesh.for_each_link([&](const ExpressMeshLink& link) {
    const std::uint32_t from = place_of(layout, link.first);
    const std::uint32_t to = place_of(layout, link.second);
    if (from == to || std::max(from, to) >= layout.places.size()) return;
    const Layout::Place& first = layout.places[from];
    const Layout::Place& second = layout.places[to];
    const double length = std::max(std::abs(second.x - first.x), std::abs(second.y - first.y));
    // Arcs lie between two rows, below their own, or between two columns, right of their own.
    const bool between = link.first >= mesh.values();  // second nodes stand there already
    const double arc = line ? 0.25 : (between ? 0.1 : 0.5) / length;
    const double bend = first.y == second.y ? -arc : arc;
    join_nodes(layout, link.first, link.second, link.kind == HopKind::kExpress ? bend : 0);
  });
  return layout;
}

}  // namespace plexus
