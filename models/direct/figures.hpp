#pragma once

#include <cstdint>

#include "models/catalogue/statistics.hpp"

/// Figures that the algorithms of several direct machines report.
namespace plexus {

inline const Statistic kDistance{"distance", "links", "links between source and destination"};
inline const Statistic kPathLengths{"path_lengths", "links", "links of each path"};
inline const Statistic kDepth{"depth", "links", "links from the root to the node farthest from it"};

/// What `topology` tells of a network.
inline void report_topology(std::int64_t nodes, std::int64_t links, std::int64_t degree,
                            std::int64_t diameter, Statistics& statistics) {
  statistics.set(kNodes, nodes);
  statistics.set(kLinks, links);
  statistics.set(kDegree, degree);
  statistics.set(kDiameter, diameter);
}

}  // namespace plexus
