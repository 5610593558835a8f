#include "models/graph/shape.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "models/direct/next_hop.hpp"

namespace plexus {

namespace {

/// Looks for a ring node by node, and gives up after so many steps.
class RingSearch {
 public:
  explicit RingSearch(const GraphShape& graph) : graph_{graph}, on_(graph.nodes(), false) {
    std::fill(on_.begin() + graph.processors(), on_.end(), true);  // no ring leads through switches
  }

  std::optional<std::vector<NodeId>> find() {
    way_.push_back(0);
    on_[0] = true;
    if (graph_.processors() < 3 || !search()) return std::nullopt;
    return way_;
  }

 private:
  static constexpr std::int64_t kMostSteps = 2'000'000;

  /// Free neighbours, those with the fewest ways on last.
  [[nodiscard]] std::vector<NodeId> candidates(NodeId node) const {
    std::vector<std::pair<std::size_t, NodeId>> found;
    for (const GraphShape::End& end : graph_.ends(node)) {
      if (on_[end.node]) continue;
      const auto free = std::ranges::count_if(
          graph_.ends(end.node), [&](const GraphShape::End& next) { return !on_[next.node]; });
      found.emplace_back(static_cast<std::size_t>(free), end.node);
    }
    std::ranges::sort(found, std::ranges::greater{});
    std::vector<NodeId> nodes;
    for (const auto& [free, next] : found) nodes.push_back(next);
    return nodes;
  }

  /// Is the way a ring? Otherwise these are the ways on from its end.
  bool closes_or_opens() {
    const NodeId last = way_.back();
    if (way_.size() < graph_.processors()) {
      open_.push_back(candidates(last));
      return false;
    }
    open_.emplace_back();
    return std::ranges::any_of(graph_.ends(last),
                               [](const GraphShape::End& end) { return end.node == 0; });
  }

  /// Goes on from the end of the way, or back; without recursion, since ways are long.
  bool search() {
    for (bool is_new = true; !is_new || ++steps_ <= kMostSteps;) {
      if (is_new && closes_or_opens()) return true;
      is_new = !open_.back().empty();
      if (is_new) {
        const NodeId next = open_.back().back();
        open_.back().pop_back();
        on_[next] = true;
        way_.push_back(next);
      } else {
        open_.pop_back();
        if (open_.empty()) return false;
        on_[way_.back()] = false;
        way_.pop_back();
      }
    }
    return false;
  }

  const GraphShape& graph_;
  std::vector<bool> on_;
  std::vector<NodeId> way_;
  std::vector<std::vector<NodeId>> open_;  ///< from each node of the way: those not yet tried
  std::int64_t steps_ = 0;
};

}  // namespace

std::size_t GraphShape::degree() const {
  std::size_t most = 0;
  for (const auto& ends : ends_) most = std::max(most, ends.size());
  return most;
}

std::vector<NodeId> GraphShape::hops(NodeId from) const {
  std::vector<NodeId> far(nodes(), nodes());
  std::vector<NodeId> open{from};
  far[from] = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const End& end : ends_[open[i]]) {
      if (far[end.node] < nodes()) continue;
      far[end.node] = far[open[i]] + 1;
      open.push_back(end.node);
    }
  }
  return far;
}

std::pair<NodeId, NodeId> GraphShape::diameter() const {
  constexpr std::uint64_t kMostLooks = 500'000'000;  // some seconds
  const auto farthest = [this](const std::vector<NodeId>& far) {
    const auto last = far.begin() + processors();
    return static_cast<NodeId>(std::max_element(far.begin(), last) - far.begin());
  };
  const NodeId end = farthest(hops(0));
  const std::vector<NodeId> from_end = hops(end);
  const NodeId other = farthest(from_end);
  const std::vector<NodeId> from_other = hops(other);
  NodeId least = from_end[other];
  std::vector<NodeId> half_way;  // between the two
  for (NodeId v = 0; v < nodes(); ++v) {
    if (from_end[v] == least / 2 && from_other[v] == least - least / 2) half_way.push_back(v);
  }
  const std::vector<NodeId> far = hops(half_way[half_way.size() / 2]);
  std::vector<NodeId> order(processors());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::ranges::sort(order, std::ranges::greater{}, [&far](NodeId v) { return far[v]; });
  std::uint64_t looks = 0;
  for (const NodeId v : order) {
    const NodeId most = 2 * far[v];  // of all that have not been looked at, by way of the middle
    if (most <= least) break;
    if ((looks += nodes() + 2 * links_) > kMostLooks) return {least, most};
    const std::vector<NodeId> reach = hops(v);
    least = std::max(least, reach[farthest(reach)]);
  }
  return {least, least};
}

LinkTiming GraphShape::timing(NodeId node, unsigned channel, LinkTiming fallback) const {
  const End& end = ends_[node][channel];
  return {Cycles{end.startup.value_or(fallback.startup.count())},
          Words{end.bandwidth.value_or(fallback.bandwidth.count())}};
}

DirectWiring GraphShape::wiring(LinkTiming fallback) const {
  const auto channels = static_cast<unsigned>(degree());
  return {nodes(),
          channels,
          channels,
          [graph = *this](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
            if (channel >= graph.ends(v).size()) return std::nullopt;
            return ChannelEnd{graph.ends(v)[channel].node, graph.ends(v)[channel].channel};
          },
          [graph = *this] { return plexus::layout(graph); },
          [graph = *this, fallback](NodeId v, unsigned channel) {
            return graph.timing(v, channel, fallback);
          }};
}

SpanningTree GraphShape::tree(NodeId root, LinkTiming fallback) const {
  const NextHopOf next = shortest_ways(wiring(fallback));
  std::vector<TreeEdge> edges(nodes());
  for (NodeId v = 0; v < nodes(); ++v) {
    if (v == root) continue;
    const NextHop hop = next(v, root);
    edges[v] = {hop.node, static_cast<int>(hop.port), static_cast<int>(hop.their_port)};
  }
  return {root, edges};
}

std::optional<std::vector<NodeId>> GraphShape::ring() const { return RingSearch{*this}.find(); }

unsigned GraphShape::channel_to(NodeId node, NodeId neighbour) const {
  const auto& ends = ends_[node];
  return static_cast<unsigned>(std::ranges::find(ends, neighbour, &End::node) - ends.begin());
}

}  // namespace plexus
