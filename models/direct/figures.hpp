#pragma once

#include "models/catalogue/statistics.hpp"

/// Figures that the algorithms of several direct machines report.
namespace plexus {

inline const Statistic kDistance{"distance", "links", "links between source and destination"};
inline const Statistic kPathLengths{"path_lengths", "links", "links of each path"};
inline const Statistic kDepth{"depth", "links", "links from the root to the node farthest from it"};

}  // namespace plexus
