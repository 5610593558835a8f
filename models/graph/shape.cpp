#include "models/graph/shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <queue>

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
    if (graph_.processors() < 3 || !extend()) return std::nullopt;
    return way_;
  }

 private:
  static constexpr std::int64_t kMostSteps = 2'000'000;

  /// Free neighbours, those with the fewest ways on first.
  [[nodiscard]] std::vector<NodeId> candidates(NodeId node) const {
    std::vector<std::pair<std::size_t, NodeId>> found;
    for (const GraphShape::End& end : graph_.ends(node)) {
      if (on_[end.node]) continue;
      const auto free = std::ranges::count_if(
          graph_.ends(end.node), [&](const GraphShape::End& next) { return !on_[next.node]; });
      found.emplace_back(static_cast<std::size_t>(free), end.node);
    }
    std::ranges::sort(found);
    std::vector<NodeId> nodes;
    for (const auto& [free, next] : found) nodes.push_back(next);
    return nodes;
  }

  bool extend() {
    if (++steps_ > kMostSteps) return false;
    const NodeId last = way_.back();
    if (way_.size() == graph_.processors()) {
      return std::ranges::any_of(graph_.ends(last),
                                 [](const GraphShape::End& end) { return end.node == 0; });
    }
    for (const NodeId next : candidates(last)) {
      on_[next] = true;
      way_.push_back(next);
      if (extend()) return true;
      way_.pop_back();
      on_[next] = false;
    }
    return false;
  }

  const GraphShape& graph_;
  std::vector<bool> on_;
  std::vector<NodeId> way_;
  std::int64_t steps_ = 0;
};

}  // namespace

std::size_t GraphShape::degree() const {
  std::size_t most = 0;
  for (const auto& ends : ends_) most = std::max(most, ends.size());
  return most;
}

NodeId GraphShape::diameter() const {
  NodeId largest = 0;
  for (NodeId from = 0; from < processors(); ++from) {
    std::vector<NodeId> far(nodes(), nodes());
    std::queue<NodeId> open;
    far[from] = 0;
    open.push(from);
    while (!open.empty()) {
      const NodeId here = open.front();
      open.pop();
      if (here < processors()) largest = std::max(largest, far[here]);
      for (const End& end : ends_[here]) {
        if (far[end.node] < nodes()) continue;
        far[end.node] = far[here] + 1;
        open.push(end.node);
      }
    }
  }
  return largest;
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

namespace {

constexpr double kApart = 1.5;  ///< between switches, and between circles

/// Switches by how many links they are away from the nearest processor, those that are 1 away
/// first.
std::vector<std::vector<NodeId>> levels_of(const GraphShape& graph) {
  std::vector<bool> seen(graph.nodes(), false);
  std::vector<NodeId> level(graph.processors());
  std::iota(level.begin(), level.end(), 0);
  std::fill(seen.begin(), seen.begin() + graph.processors(), true);
  std::vector<std::vector<NodeId>> levels;
  while (true) {
    std::vector<NodeId> next;
    for (const NodeId node : level) {
      for (const GraphShape::End& end : graph.ends(node)) {
        if (seen[end.node]) continue;
        seen[end.node] = true;
        next.push_back(end.node);
      }
    }
    if (next.empty()) return levels;
    levels.push_back(next);
    level = std::move(next);
  }
}

/// The circle for `count` switches around one of radius `inside`; the point in the middle for one.
double circle_around(double inside, std::size_t count, bool innermost) {
  if (innermost && count == 1) return 0;
  const double room = kApart * static_cast<double>(count) / (2 * std::numbers::pi);
  return std::max(innermost ? 0.8 : inside + kApart, room);
}

/// Switches on circles inside that of the processors, each level inside the one before it, each
/// switch as near as can be to what it is joined with.
void place_switches(const GraphShape& graph, Layout& drawn) {
  const auto levels = levels_of(graph);
  std::vector<double> radii(levels.size());
  double radius = 0;
  for (std::size_t i = levels.size(); i-- > 0;) {
    radii[i] = radius = circle_around(radius, levels[i].size(), i + 1 == levels.size());
  }
  const double outside = std::max(-drawn.places[0].y, radius + kApart);
  const double wider = outside / -drawn.places[0].y;
  for (Layout::Place& place : drawn.places) place.x *= wider, place.y *= wider;
  std::vector<bool> placed(graph.nodes(), false);
  std::fill(placed.begin(), placed.begin() + graph.processors(), true);
  drawn.places.resize(graph.nodes());
  const auto angle = [&](NodeId node) {  // of the middle of what is placed already
    double x = 0;
    double y = 0;
    for (const GraphShape::End& end : graph.ends(node)) {
      if (!placed[end.node]) continue;
      x += drawn.places[end.node].x;
      y += drawn.places[end.node].y;
    }
    return std::hypot(x, y) < 1e-6 ? 0 : std::atan2(x, -y);
  };
  for (std::size_t i = 0; i < levels.size(); ++i) {
    std::vector<std::pair<double, NodeId>> order;
    for (const NodeId node : levels[i]) order.emplace_back(angle(node), node);
    std::ranges::sort(order);
    for (std::size_t at = 0; at < order.size(); ++at) {
      const double turn = order.front().first + 2 * std::numbers::pi * static_cast<double>(at) /
                                                    static_cast<double>(order.size());
      const NodeId node = order[at].second;
      Layout::Place place = node_place(node, radii[i] * std::sin(turn), -radii[i] * std::cos(turn));
      place.mark = Layout::Mark::kElement;
      place.width = 1.2;
      constexpr std::size_t kLetters = 8;
      const std::string& name = graph.name(node);
      place.label = name.size() > kLetters ? name.substr(name.size() - kLetters) : name;
      drawn.places[node] = place;
      placed[node] = true;
    }
  }
  drawn.title +=
      fmt::format(" and {} switch{}", graph.switches(), graph.switches() == 1 ? "" : "es");
}

}  // namespace

Layout layout(const GraphShape& graph) {
  const bool apart = graph.switches() > 0 && graph.nodes() <= kMostNodesDrawn;
  Layout drawn = circle_layout("graph", apart ? graph.processors() : graph.nodes());
  if (apart) place_switches(graph, drawn);
  join_neighbours(drawn, graph.nodes(), static_cast<unsigned>(graph.degree()),
                  [&](NodeId v, unsigned channel) -> std::optional<NodeId> {
                    if (channel >= graph.ends(v).size()) return std::nullopt;
                    return graph.ends(v)[channel].node;
                  });
  return drawn;
}

}  // namespace plexus
