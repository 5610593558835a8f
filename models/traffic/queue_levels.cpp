#include "models/traffic/queue_levels.hpp"

#include <utility>

namespace plexus {

QueueLevels levels_of(const std::function<std::uint64_t(Cycles now)>& sources,
                      std::vector<QueueGroup> groups) {
  return [sources, groups = std::move(groups), before = Cycles{0}](Cycles now) mutable {
    std::vector<QueueLevel> levels{{"sources", static_cast<double>(sources(now))}};
    const auto cycles = static_cast<double>((now - before).count());
    for (QueueGroup& group : groups) {
      const std::uint64_t held = group.held(now);
      levels.push_back(
          {group.name,
           static_cast<double>(held - group.shown) / cycles / static_cast<double>(group.queues),
           group.unit});
      group.shown = held;
    }
    before = now;
    return levels;
  };
}

}  // namespace plexus
