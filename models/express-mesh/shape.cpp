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

/// Express links of one level between terminals (iLr, jLc).
void visit_sparse(const ExpressMeshShape& mesh, unsigned level, const Visit& visit) {
  const ExpressLine rows = mesh.line(0, level);
  const ExpressLine columns = mesh.line(1, level);
  const bool compound = mesh.layout == ExpressLayout::kCompound;
  const auto terminal = [&](std::int64_t i, std::int64_t j) {
    return compound ? mesh.second_node(i, j) : mesh.at(i * rows.length, j * columns.length);
  };
  for (std::int64_t i = 0; i < rows.terminals(); ++i) {
    for (std::int64_t j = 0; j < columns.terminals(); ++j) {
      if (j + 1 < columns.terminals()) {
        visit({HopKind::kExpress, level, terminal(i, j), terminal(i, j + 1),
               mesh.channel(1, true, level), mesh.channel(1, false, level)});
      }
      if (i + 1 < rows.terminals()) {
        visit({HopKind::kExpress, level, terminal(i, j), terminal(i + 1, j),
               mesh.channel(0, true, level), mesh.channel(0, false, level)});
      }
    }
  }
}

void visit_internal(const ExpressMeshShape& mesh, const Visit& visit) {
  const ExpressLine rows = mesh.line(0);
  const ExpressLine columns = mesh.line(1);
  for (std::int64_t i = 0; i < rows.terminals(); ++i) {
    for (std::int64_t j = 0; j < columns.terminals(); ++j) {
      visit({HopKind::kInternal, 0, mesh.at(i * rows.length, j * columns.length),
             mesh.second_node(i, j), mesh.internal_channel(), mesh.internal_channel()});
    }
  }
}

/// Express links between the ports of neighbouring submeshes.
void visit_ports(const ExpressMeshShape& mesh, const Visit& visit) {
  const ExpressLine rows = mesh.line(0);
  const ExpressLine columns = mesh.line(1);
  const auto node = [&](std::int64_t i, std::int64_t j, SubmeshPlace place) {
    return mesh.at(i * rows.length + place.row, j * columns.length + place.column);
  };
  for (std::int64_t i = 0; i < rows.terminals(); ++i) {
    for (std::int64_t j = 0; j < columns.terminals(); ++j) {
      const SubmeshPorts here = submesh_ports(mesh, i, j);
      if (j + 1 < columns.terminals()) {
        visit({HopKind::kExpress, 1, node(i, j, here.east),
               node(i, j + 1, submesh_ports(mesh, i, j + 1).west), mesh.channel(1, true, 1),
               mesh.channel(1, false, 1)});
      }
      if (i + 1 < rows.terminals()) {
        visit({HopKind::kExpress, 1, node(i, j, here.south),
               node(i + 1, j, submesh_ports(mesh, i + 1, j).north), mesh.channel(0, true, 1),
               mesh.channel(0, false, 1)});
      }
    }
  }
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

void ExpressMeshShape::for_each_link(const Visit& visit) const {
  for (unsigned k = 0; k < dimensions(); ++k) visit_lines(*this, k, 0, 1, visit);
  switch (layout) {
    case ExpressLayout::kNone:
      return;
    case ExpressLayout::kLines:
      for (unsigned level = 1; level <= levels(); ++level) {
        for (unsigned k = 0; k < dimensions(); ++k) {
          if (level <= lengths[k].size())
            visit_lines(*this, k, level, lengths[k][level - 1], visit);
        }
      }
      return;
    case ExpressLayout::kCompound:
      visit_internal(*this, visit);
      [[fallthrough]];
    case ExpressLayout::kSparse:
      for (unsigned level = 1; level <= levels(); ++level) visit_sparse(*this, level, visit);
      return;
    case ExpressLayout::kShifted:
    case ExpressLayout::kShortened:
      visit_ports(*this, visit);
      return;
  }
}

SubmeshPorts submesh_ports(const ExpressMeshShape& mesh, std::int64_t i, std::int64_t j) {
  const std::int64_t rho = mesh.line(0).width(i);
  const std::int64_t width = mesh.line(1).width(j);
  if (mesh.layout == ExpressLayout::kShortened) {
    return {{0, 1}, {0, 0}, {2, 0}, {std::min<std::int64_t>(1, rho - 1), 0}};
  }
  const auto shifted = [rho](std::int64_t link) { return std::min((link + 2) % 2, rho - 1); };
  const std::int64_t c = std::min<std::int64_t>(1, width - 1);
  return {{shifted(j), 0}, {shifted(j - 1), 0}, {shifted(i), c}, {shifted(i - 1), c}};
}

ExpressMeshFigures figures(const ExpressMeshShape& mesh) {
  ExpressMeshFigures figures;
  std::vector<std::uint8_t> degree(static_cast<std::size_t>(mesh.nodes()), 0);
  const auto place = [&](NodeId node) -> std::pair<std::int64_t, std::int64_t> {
    if (node < mesh.values()) return {node / mesh.sides.back(), node % mesh.sides.back()};
    const std::int64_t terminal = node - mesh.values();
    return {terminal / mesh.line(1).terminals() * mesh.line(0).length,
            terminal % mesh.line(1).terminals() * mesh.line(1).length};
  };
  mesh.for_each_link([&](const ExpressMeshLink& link) {
    ++degree[link.first];
    ++degree[link.second];
    switch (link.kind) {
      case HopKind::kMesh:
        ++figures.mesh_links;
        break;
      case HopKind::kInternal:
        ++figures.internal_links;
        break;
      default: {
        ++figures.express_links;
        if (mesh.layout == ExpressLayout::kLines) {
          const unsigned dimension = link.first_channel / 2 % mesh.dimensions();
          figures.express_wire += mesh.lengths[dimension][link.level - 1];
        } else {
          const auto [row, column] = place(link.first);
          const auto [other_row, other_column] = place(link.second);
          figures.express_wire += std::abs(other_row - row) + std::abs(other_column - column);
        }
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
