#include "models/reconfigurable/topology.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "models/reconfigurable/numbering.hpp"

namespace plexus {

std::int64_t default_rows(std::int64_t nodes) {
  std::int64_t rows = 1;
  for (std::int64_t i = 1; i * i <= nodes; ++i) {
    if (nodes % i == 0) rows = i;
  }
  return rows;
}

std::optional<std::string> misfit(Topology topology, std::int64_t nodes, std::int64_t ports,
                                  std::int64_t rows) {
  const auto needs = [&](std::int64_t least) -> std::optional<std::string> {
    if (ports >= least) return std::nullopt;
    return fmt::format("--topology {} on {} nodes needs {} ports at a node, --ports gives {}.",
                       to_string(topology), nodes, least, ports);
  };
  switch (topology) {
    case Topology::kRing:
      return needs(nodes > 2 ? 2 : 1);
    case Topology::kTorus:
      if (nodes % rows != 0) {
        return fmt::format("--rows {} does not divide the {} nodes of the torus: choose a divisor.",
                           rows, nodes);
      }
      return needs(4);
    case Topology::kHypercube: {
      const auto count = static_cast<std::uint64_t>(nodes);
      if (!std::has_single_bit(count)) {
        return fmt::format("--topology hypercube needs a power of two nodes, not {}.", nodes);
      }
      return needs(static_cast<std::int64_t>(std::bit_width(count)) - 1);
    }
    case Topology::kTree:
      return needs(nodes > 2 ? 2 : 1);
    case Topology::kComplete:
      break;
  }
  return needs(nodes - 1);
}

FixedNetwork::FixedNetwork(Topology topology, std::int64_t nodes, std::int64_t ports,
                           std::int64_t rows)
    : neighbours_(static_cast<std::size_t>(nodes)) {
  switch (topology) {
    case Topology::kRing:
      if (nodes == 2) join(0, 0, 1, 0);
      for (std::int64_t v = 0; nodes > 2 && v < nodes; ++v) join(v, 0, (v + 1) % nodes, 1);
      break;
    case Topology::kTorus: {
      const std::int64_t columns = nodes / rows;
      const auto at = [&](std::int64_t x, std::int64_t y) { return y * columns + x; };
      const auto links = [](std::int64_t size) { return size > 2 ? size : size - 1; };
      for (std::int64_t y = 0; y < rows; ++y) {
        for (std::int64_t x = 0; x < links(columns); ++x) {
          join(at(x, y), 0, at((x + 1) % columns, y), 1);
        }
      }
      for (std::int64_t y = 0; y < links(rows); ++y) {
        for (std::int64_t x = 0; x < columns; ++x) {
          join(at(x, y), 2, at(x, (y + 1) % rows), 3);
        }
      }
      break;
    }
    case Topology::kHypercube:
      for (std::uint32_t i = 0; std::int64_t{1} << i < nodes; ++i) {
        const std::int64_t bit = std::int64_t{1} << i;
        for (std::int64_t v = 0; v < nodes; ++v) {
          if ((v & bit) == 0) join(v, i, v | bit, i);
        }
      }
      break;
    case Topology::kTree: {
      std::int64_t child = 1;  // breadth first
      for (std::int64_t v = 0; child < nodes; ++v) {
        const std::int64_t children = v == 0 ? ports : ports - 1;
        for (std::int64_t j = 0; j < children && child < nodes; ++j, ++child) {
          join(v, static_cast<std::uint32_t>(j), child, static_cast<std::uint32_t>(ports - 1));
        }
      }
      break;
    }
    case Topology::kComplete:
      links_.reserve(static_cast<std::size_t>(nodes * (nodes - 1) / 2));
      for (std::int64_t a = 0; a < nodes; ++a) {
        for (std::int64_t b = a + 1; b < nodes; ++b) {
          join(a, clique_port(a, b), b, clique_port(b, a));
        }
      }
      break;
  }
  for (auto& here : neighbours_) std::ranges::sort(here, {}, &Neighbour::node);
}

void FixedNetwork::join(std::int64_t a, std::uint32_t a_port, std::int64_t b,
                        std::uint32_t b_port) {
  const auto a_node = static_cast<NodeId>(a);
  const auto b_node = static_cast<NodeId>(b);
  links_.push_back({{a_node, a_port}, {b_node, b_port}, {}, {}});
  neighbours_[a_node].push_back({b_node, a_port, b_port});
  neighbours_[b_node].push_back({a_node, b_port, a_port});
}

std::vector<std::uint32_t> FixedNetwork::distances(NodeId source) const {
  constexpr std::uint32_t kFar = ~std::uint32_t{0};
  std::vector<std::uint32_t> distances(neighbours_.size(), kFar);
  std::vector<NodeId> reached{source};
  distances[source] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Neighbour& next : neighbours_[reached[i]]) {
      if (distances[next.node] != kFar) continue;
      distances[next.node] = distances[reached[i]] + 1;
      reached.push_back(next.node);
    }
  }
  return distances;
}

std::vector<NodeId> FixedNetwork::parents(NodeId source) const {
  const std::vector<std::uint32_t> distance = distances(source);
  std::vector<NodeId> parents(neighbours_.size(), source);
  for (NodeId v = 0; v < neighbours_.size(); ++v) {
    for (const Neighbour& near : neighbours_[v]) {
      if (distance[near.node] + 1 != distance[v]) continue;
      parents[v] = near.node;
      break;
    }
  }
  return parents;
}

}  // namespace plexus
