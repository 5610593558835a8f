#pragma once

#include "models/machine/machine.hpp"
#include "models/traffic/queue_levels.hpp"

namespace plexus {

/// Shows the queues of a fat tree's routers: by level, up and down.
[[nodiscard]] QueueLevels watch_fat_tree_queues(machine& top);

}  // namespace plexus
