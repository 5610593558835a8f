#include "models/direct/next_hop.hpp"

#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace plexus {

namespace {

/// How long a way is: cycles of a word, hop by hop, and of ways that are equal there those of many.
struct Length {
  std::int64_t cycles = 0;
  std::int64_t slowness = 0;  ///< kScale words over each link, without start-up

  static constexpr std::int64_t kScale = std::int64_t{1} << 40U;

  friend auto operator<=>(const Length&, const Length&) = default;
  friend Length operator+(Length a, Length b) {
    return {a.cycles + b.cycles, a.slowness + b.slowness};
  }
};

/// Over a channel of a node.
Length length_of(const DirectWiring& wiring, NodeId node, unsigned channel) {
  if (!wiring.timing) return {1, 0};
  const LinkTiming timing = wiring.timing(node, channel);
  return {timing.hop(1_words).count(), Length::kScale / timing.bandwidth.count()};
}

/// The next hop of every node towards one destination.
std::vector<NextHop> towards(const DirectWiring& wiring, NodeId destination, bool spread) {
  using Reached = std::pair<Length, NodeId>;
  std::vector<NextHop> next(wiring.nodes);
  std::vector<std::optional<Length>> far(wiring.nodes);
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  far[destination] = Length{};
  open.emplace(Length{}, destination);
  while (!open.empty()) {
    const auto [distance, here] = open.top();
    open.pop();
    if (distance > *far[here]) continue;
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      const auto other = wiring.neighbour(here, channel);
      if (!other) continue;
      const Length reach = distance + length_of(wiring, other->node, other->channel);
      if (far[other->node] && *far[other->node] <= reach) continue;
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
      if (other && *far[other->node] + length_of(wiring, v, channel) == far[v]) {
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
