#include "models/direct/next_hop.hpp"

#include <map>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

namespace plexus {

namespace {

/// Cycles of a word over a channel of a node.
std::int64_t hop_of(const DirectWiring& wiring, NodeId node, unsigned channel) {
  return wiring.timing ? wiring.timing(node, channel).hop(1_words).count() : 1;
}

/// The next hop of every node towards one destination.
std::vector<NextHop> towards(const DirectWiring& wiring, NodeId destination, bool spread) {
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
      const std::int64_t reach = distance + hop_of(wiring, other->node, other->channel);
      if (far[other->node] >= 0 && far[other->node] <= reach) continue;
      far[other->node] = reach;
      next[other->node] = {other->channel, here, channel};
      open.emplace(reach, other->node);
    }
  }
  for (NodeId v = 0; spread && v < wiring.nodes; ++v) {
    if (v == destination) continue;
    std::vector<NextHop> equal;
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      const auto other = wiring.neighbour(v, channel);
      if (other && far[other->node] + hop_of(wiring, v, channel) == far[v]) {
        equal.push_back({channel, other->node, other->channel});
      }
    }
    if (!equal.empty()) next[v] = equal[destination % equal.size()];
  }
  return next;
}

NextHopOf ways(DirectWiring wiring, bool spread) {
  const auto tables = std::make_shared<std::map<NodeId, std::vector<NextHop>>>();
  return [tables, spread, wiring = std::move(wiring)](NodeId here, NodeId destination) {
    auto table = tables->find(destination);
    if (table == tables->end()) {
      table = tables->emplace(destination, towards(wiring, destination, spread)).first;
    }
    return table->second[here];
  };
}

}  // namespace

NextHopOf shortest_ways(DirectWiring wiring) { return ways(std::move(wiring), false); }

NextHopOf spread_ways(DirectWiring wiring) { return ways(std::move(wiring), true); }

}  // namespace plexus
