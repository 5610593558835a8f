#pragma once

#include "models/catalogue/entry.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/fat-tree/shape.hpp"

namespace plexus {

/// A fat tree for routers with virtual channels. Throws Refusal (size) where one of them has more
/// links than such a router can have.
[[nodiscard]] DirectNetwork channel_network(const FatTreeShape& tree);

/// Gives synthetic traffic on the fat tree, as `entry` has it, the parameter `switching`, which
/// chooses routers with virtual channels in the place of those that pass on whole packets, and
/// theirs.
void add_channel_switching(CatalogueEntry& entry);

}  // namespace plexus
