#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// An edge of a bipartite multigraph: from a left vertex to a right one.
struct BipartiteEdge {
  NodeId left = 0;
  NodeId right = 0;
};

/// Splits a multigraph on `vertices` + `vertices`, every one of them in `degree` edges, into
/// `degree` perfect matchings: lists of numbers of edges.
std::vector<std::vector<std::uint32_t>> perfect_matchings(const std::vector<BipartiteEdge>& edges,
                                                          NodeId vertices, NodeId degree);

/// The same as `classes` matchings (degree <= classes) of equally many edges: degree x vertices /
/// classes, which must be whole.
std::vector<std::vector<std::uint32_t>> even_matchings(const std::vector<BipartiteEdge>& edges,
                                                       NodeId vertices, NodeId degree,
                                                       NodeId classes);

}  // namespace plexus
