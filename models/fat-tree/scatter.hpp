#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/fat-tree/algorithms.hpp"

namespace plexus {

/// A scatter: the root releases its blocks in the order that `order` gives, at once.
FatTreeAlgorithm fat_tree_scatter(const std::string& name, const std::string& summary,
                                  const std::vector<Parameter>& own,
                                  std::vector<NodeId> (*order)(const FatTreeCase&));

}  // namespace plexus
