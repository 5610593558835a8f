#include "models/direct/next_hop.hpp"

#include <map>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

namespace plexus {

namespace {

/// The next hop of every node towards one destination.
std::vector<NextHop> towards(const DirectWiring& wiring, NodeId destination) {
  using Reached = std::pair<std::int64_t, NodeId>;
  std::vector<NextHop> next(wiring.nodes);
  std::vector<std::int64_t> far(wiring.nodes, -1);
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  far[destination] = 0;
  open.emplace(0, destination);
  while (!open.empty()) {
    const auto [distance, here] = open.top();
    open.pop();
    if (distance > far[here]) continue;
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      const auto other = wiring.neighbour(here, channel);
      if (!other) continue;
      const std::int64_t hop =
          wiring.timing ? wiring.timing(other->node, other->channel).hop(1_words).count() : 1;
      const std::int64_t reach = distance + hop;
      if (far[other->node] >= 0 && far[other->node] <= reach) continue;
      far[other->node] = reach;
      next[other->node] = {other->channel, here, channel};
      open.emplace(reach, other->node);
    }
  }
  return next;
}

}  // namespace

NextHopOf shortest_ways(DirectWiring wiring) {
  const auto tables = std::make_shared<std::map<NodeId, std::vector<NextHop>>>();
  return [tables, wiring = std::move(wiring)](NodeId here, NodeId destination) {
    auto table = tables->find(destination);
    if (table == tables->end()) {
      table = tables->emplace(destination, towards(wiring, destination)).first;
    }
    return table->second[here];
  };
}

}  // namespace plexus
