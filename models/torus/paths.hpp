#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/torus/shape.hpp"

namespace plexus {

/// The shortest path that corrects dimension 0 first, then 1, ... ((3.7), (3.8); torus and mesh).
Route shortest_route(const TorusShape& shape, NodeId source, NodeId destination);

/// Which construction gave a set of edge-disjoint paths.
enum class PathSet {
  kGeneral,   ///< offsets in two or more dimensions (figure 7)
  kAround,    ///< aligned: straight, the long way round, and along the neighbouring lines
  kFourRows,  ///< aligned, four rows across (figure 8 needs five)
  kAligned,   ///< aligned, two or more hops (figure 8)
  kNeighbor,  ///< one hop: 1, 3, 5 and 7
};

/// The word of the paper: `general`, `around`, `four-rows`, `aligned`, `neighbor`.
[[nodiscard]] constexpr const char* to_string(PathSet set) {
  switch (set) {
    case PathSet::kGeneral:
      return "general";
    case PathSet::kAround:
      return "around";
    case PathSet::kFourRows:
      return "four-rows";
    case PathSet::kAligned:
      return "aligned";
    case PathSet::kNeighbor:
      break;
  }
  return "neighbor";
}

/// 2d paths from a source to a destination that share no link, shorter ones first.
/// Part j of EvenSplit{words, 2d} goes along routes[j].
struct EdgeDisjointPaths {
  PathSet set = PathSet::kGeneral;
  std::vector<Route> routes;

  /// Hops of each path, in the order of the parts.
  [[nodiscard]] std::vector<std::int64_t> lengths() const;
  friend bool operator==(const EdgeDisjointPaths&, const EdgeDisjointPaths&) = default;
};

/// The 2d edge-disjoint paths between two different nodes of a torus (proposition 3.1, figures 7
/// and 8, with the repairs that sides of 3 and 4 need: errata E5 to E7).
/// Throws Refusal: `feature` on a mesh, `range` for equal nodes.
EdgeDisjointPaths edge_disjoint_paths(const TorusShape& shape, NodeId source, NodeId destination);

}  // namespace plexus
