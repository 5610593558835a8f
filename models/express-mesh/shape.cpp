#include "models/express-mesh/shape.hpp"

#include <cstdlib>
#include <numeric>

namespace plexus {

namespace {

using Visit = std::function<void(const ExpressMeshLink&)>;

/// Distance in number between neighbours of a dimension.
std::int64_t stride(const ExpressMeshShape& mesh, unsigned dimension) {
  std::int64_t stride = 1;
  for (unsigned k = dimension + 1; k < mesh.dimensions(); ++k) stride *= mesh.sides[k];
  return stride;
}

/// Links of `span` places between the nodes of every line of a dimension at multiples of it.
void visit_lines(const ExpressMeshShape& mesh, unsigned dimension, unsigned level,
                 std::int64_t span, const Visit& visit) {
  const std::int64_t nodes = mesh.values();
  const std::int64_t step = stride(mesh, dimension);
  const std::int64_t side = mesh.sides[dimension];
  if (span >= side) return;
  const HopKind kind = level == 0 ? HopKind::kMesh : HopKind::kExpress;
  for (std::int64_t block = 0; block < nodes; block += step * side) {
    for (std::int64_t place = 0; place + span < side; place += span) {
      for (std::int64_t low = 0; low < step; ++low) {
        const std::int64_t first = block + place * step + low;
        visit({kind, level, static_cast<NodeId>(first), static_cast<NodeId>(first + span * step),
               mesh.channel(dimension, true, level), mesh.channel(dimension, false, level)});
      }
    }
  }
}

/// Calls `visit(i, j)` for every submesh of one level.
template <typename VisitSubmesh>
void for_each_submesh(const ExpressMeshShape& mesh, unsigned level, const VisitSubmesh& visit) {
  for (std::int64_t i = 0; i < mesh.line(0, level).terminals(); ++i) {
    for (std::int64_t j = 0; j < mesh.line(1, level).terminals(); ++j) visit(i, j);
  }
}

/// Express links of one level between neighbouring submeshes: E to W, S to N.
void visit_submeshes(const ExpressMeshShape& mesh, unsigned level, const Visit& visit) {
  const ExpressLine rows = mesh.line(0, level);
  const ExpressLine columns = mesh.line(1, level);
  const auto end = [&](std::int64_t i, std::int64_t j, SubmeshPlace SubmeshPorts::*port) {
    if (mesh.layout == ExpressLayout::kCompound) return mesh.second_node(i, j);
    const SubmeshPlace place = submesh_ports(mesh, i, j).*port;
    return mesh.at(i * rows.length + place.row, j * columns.length + place.column);
  };
  for_each_submesh(mesh, level, [&](std::int64_t i, std::int64_t j) {
    if (j + 1 < columns.terminals()) {
      visit({HopKind::kExpress, level, end(i, j, &SubmeshPorts::east),
             end(i, j + 1, &SubmeshPorts::west), mesh.channel(1, true, level),
             mesh.channel(1, false, level)});
    }
    if (i + 1 < rows.terminals()) {
      visit({HopKind::kExpress, level, end(i, j, &SubmeshPorts::south),
             end(i + 1, j, &SubmeshPorts::north), mesh.channel(0, true, level),
             mesh.channel(0, false, level)});
    }
  });
}

}  // namespace

unsigned ExpressMeshShape::levels() const {
  std::size_t most = 0;
  for (const auto& of_dimension : lengths) most = std::max(most, of_dimension.size());
  return static_cast<unsigned>(most);
}

std::int64_t ExpressMeshShape::values() const {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

std::int64_t ExpressMeshShape::nodes() const {
  if (layout != ExpressLayout::kCompound) return values();
  return values() + line(0).terminals() * line(1).terminals();
}

std::int64_t ExpressMeshShape::coordinate(NodeId node, unsigned dimension) const {
  return node / stride(*this, dimension) % sides[dimension];
}

NodeId ExpressMeshShape::grid_node(NodeId node) const {
  if (node < values()) return node;
  const std::int64_t terminal = node - values();
  const ExpressLine columns = line(1);
  return at(terminal / columns.terminals() * line(0).length,
            terminal % columns.terminals() * columns.length);
}

void ExpressMeshShape::for_each_link(const Visit& visit) const {
  for (unsigned k = 0; k < dimensions(); ++k) visit_lines(*this, k, 0, 1, visit);
  if (layout == ExpressLayout::kCompound) {
    for_each_submesh(*this, 1, [&](std::int64_t i, std::int64_t j) {
      const NodeId second = second_node(i, j);
      visit({HopKind::kInternal, 0, grid_node(second), second, internal_channel(),
             internal_channel()});
    });
  }
  for (unsigned level = 1; level <= levels(); ++level) {
    if (layout != ExpressLayout::kLines) {
      visit_submeshes(*this, level, visit);
      continue;
    }
    for (unsigned k = 0; k < dimensions(); ++k) {
      if (level <= lengths[k].size()) visit_lines(*this, k, level, lengths[k][level - 1], visit);
    }
  }
}

SubmeshPorts submesh_ports(const ExpressMeshShape& mesh, std::int64_t i, std::int64_t j) {
  const std::int64_t rho = mesh.line(0).width(i);
  if (mesh.layout == ExpressLayout::kShortened) {
    return {{0, 1}, {0, 0}, {2, 0}, {std::min<std::int64_t>(1, rho - 1), 0}};
  }
  if (mesh.layout != ExpressLayout::kShifted) return {};
  const auto shifted = [rho](std::int64_t link) { return std::min((link + 2) % 2, rho - 1); };
  const std::int64_t c = std::min<std::int64_t>(1, mesh.line(1).width(j) - 1);
  return {{shifted(j), 0}, {shifted(j - 1), 0}, {shifted(i), c}, {shifted(i - 1), c}};
}

ExpressMeshFigures figures(const ExpressMeshShape& mesh) {
  ExpressMeshFigures figures;
  std::vector<std::uint8_t> degree(static_cast<std::size_t>(mesh.nodes()), 0);
  mesh.for_each_link([&](const ExpressMeshLink& link) {
    ++degree[link.first];
    ++degree[link.second];
    if (link.kind == HopKind::kMesh) {
      ++figures.mesh_links;
    } else if (link.kind == HopKind::kInternal) {
      ++figures.internal_links;
    } else {
      ++figures.express_links;
      for (unsigned k = 0; k < mesh.dimensions(); ++k) {
        figures.express_wire += std::abs(mesh.coordinate(mesh.grid_node(link.second), k) -
                                         mesh.coordinate(mesh.grid_node(link.first), k));
      }
    }
  });
  for (const std::uint8_t links : degree) {
    if (links >= figures.degrees.size()) figures.degrees.resize(links + 1U, 0);
    ++figures.degrees[links];
  }
  figures.max_degree = static_cast<std::int64_t>(figures.degrees.size()) - 1;
  return figures;
}

}  // namespace plexus
