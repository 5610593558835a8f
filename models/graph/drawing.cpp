#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "models/graph/shape.hpp"

namespace plexus {

namespace {

// Own code in the place of a library: it is short, needs nothing at run time, and the same program
// draws the same graph with the same bytes, which Graphviz does not promise from version to
// version. What is rounded away is not left to decide how the drawing is turned.

constexpr double kLink = 1.6;  ///< length that a link should have

using Points = std::vector<Layout::Point>;
using Distances = std::vector<std::vector<double>>;

double between(Layout::Point a, Layout::Point b) {
  return std::hypot(a.first - b.first, a.second - b.second);
}

/// Links between any two nodes, in the unit of the drawing.
Distances distances_of(const GraphShape& graph) {
  const NodeId nodes = graph.nodes();
  Distances all(nodes, std::vector<double>(nodes, kLink * nodes));
  for (NodeId from = 0; from < nodes; ++from) {
    std::vector<NodeId> reached{from};
    all[from][from] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const GraphShape::End& end : graph.ends(reached[i])) {
        if (all[from][end.node] < kLink * nodes) continue;
        all[from][end.node] = all[from][reached[i]] + kLink;
        reached.push_back(end.node);
      }
    }
  }
  return all;
}

/// By how much the points are not as far apart as they should be; the near ones count most.
double stress(const Points& at, const Distances& wanted) {
  double sum = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double off = between(at[i], at[j]) / wanted[i][j] - 1;
      sum += off * off;
    }
  }
  return sum;
}

/// Every point goes where the others want it to be (stress majorization), until all stay.
void relax(Points& at, const Distances& wanted) {
  constexpr int kSteps = 250;
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      Layout::Point sum{0, 0};
      double weights = 0;
      for (std::size_t j = 0; j < at.size(); ++j) {
        if (i == j) continue;
        const double weight = 1 / (wanted[i][j] * wanted[i][j]);
        const double pull = wanted[i][j] / std::max(1e-6, between(at[i], at[j]));
        sum.first += weight * (at[j].first + pull * (at[i].first - at[j].first));
        sum.second += weight * (at[j].second + pull * (at[i].second - at[j].second));
        weights += weight;
      }
      if (weights > 0) at[i] = {sum.first / weights, sum.second / weights};
    }
  }
}

/// The best of some beginnings: a circle in steps of 1, 2, .. nodes, each a little out of round.
Points spread(const Distances& wanted) {
  const std::size_t nodes = wanted.size();
  Points best;
  double least = std::numeric_limits<double>::max();
  for (std::size_t step = 1; step < std::clamp<std::size_t>(nodes, 2, 7); ++step) {
    Points at(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
      const double turn =
          2 * std::numbers::pi * static_cast<double>(i * step) / static_cast<double>(nodes);
      const double radius = kLink * (1 + 0.1 * static_cast<double>((i * 7 + step) % 5));
      at[i] = {radius * std::sin(turn), -radius * std::cos(turn)};
    }
    relax(at, wanted);
    const double found = stress(at, wanted);
    if (found >= 0.999 * least) continue;
    least = found;
    best = std::move(at);
  }
  return best;
}

/// Turned so that it is wider than high, where it is not as wide as high in all directions, with
/// the first node left of the middle and above it.
void turn(Points& at) {
  Layout::Point middle{0, 0};
  for (const auto& [x, y] : at) {
    middle.first += x / static_cast<double>(at.size());
    middle.second += y / static_cast<double>(at.size());
  }
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (auto& [x, y] : at) {
    x -= middle.first;
    y -= middle.second;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  constexpr double kNoise = 1e-6;  // of rounding
  const bool round = std::hypot(2 * xy, xx - yy) < kNoise * (xx + yy);
  const double angle = round ? 0 : std::atan2(2 * xy, xx - yy) / 2;
  for (auto& [x, y] : at) {
    const double old = x;
    x = std::cos(angle) * old + std::sin(angle) * y;
    y = std::cos(angle) * y - std::sin(angle) * old;
  }
  const double mirror_x = at[0].first > kNoise ? -1 : 1;
  const double mirror_y = at[0].second > kNoise ? -1 : 1;
  for (auto& [x, y] : at) {
    x *= mirror_x;
    y *= mirror_y;
  }
}

/// The least bend with which a wire passes no other place.
double bend_around(const Layout& drawn, std::uint32_t from, std::uint32_t to) {
  const Layout::Place& a = drawn.places[from];
  const Layout::Place& b = drawn.places[to];
  const auto is_free = [&](double bend) {
    for (std::uint32_t i = 0; i < drawn.places.size(); ++i) {
      if (i == from || i == to) continue;
      const Layout::Place& place = drawn.places[i];
      const double room = std::hypot(place.width, place.height) / 2 + 0.05;
      for (int step = 0; step <= 32; ++step) {
        const double t = step / 32.0;
        const double along = t * t * (3 - 2 * t);  // as curves are drawn
        const double aside = 4 * bend * t * (1 - t);
        const double x = a.x + along * (b.x - a.x) + aside * (b.y - a.y);
        const double y = a.y + along * (b.y - a.y) - aside * (b.x - a.x);
        if (between({x, y}, {place.x, place.y}) < room) return false;
      }
    }
    return true;
  };
  for (const double bend : {0.0, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.45, -0.45, 0.6, -0.6}) {
    if (is_free(bend)) return bend;
  }
  return 0;
}

}  // namespace

Layout layout(const GraphShape& graph) {
  Layout drawn = circle_layout("graph", graph.nodes());
  if (graph.nodes() > kMostNodesDrawn) {
    const auto neighbour = [&](NodeId v, unsigned channel) -> std::optional<NodeId> {
      if (channel >= graph.ends(v).size()) return std::nullopt;
      return graph.ends(v)[channel].node;
    };
    drawn.wires = across_circle(
        drawn, neighbours(drawn, graph.nodes(), static_cast<unsigned>(graph.degree()), neighbour));
    return drawn;
  }
  Points at = spread(distances_of(graph));
  if (!at.empty()) turn(at);
  std::map<std::pair<NodeId, NodeId>, std::int64_t> bandwidth;  // of all links between two nodes
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    Layout::Place& place = drawn.places[v];
    std::tie(place.x, place.y) = at[v];
    for (const GraphShape::End& end : graph.ends(v)) {
      if (v < end.node) bandwidth[{v, end.node}] += end.bandwidth.value_or(1);
    }
    if (v < graph.processors()) continue;
    constexpr std::size_t kLetters = 8;
    const std::string& name = graph.name(v);
    place.mark = Layout::Mark::kElement;
    place.width = 1.2;
    place.label = name.size() > kLetters ? name.substr(name.size() - kLetters) : name;
  }
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const auto& [ends, words] : bandwidth) least = std::min(least, words);
  for (const auto& [ends, words] : bandwidth) {
    Layout::Wire wire{ends.first, ends.second, "", 0, -1, -1};
    wire.bend = bend_around(drawn, wire.from, wire.to);
    wire.width = std::min(4.0, std::sqrt(static_cast<double>(words) / static_cast<double>(least)));
    drawn.wires.push_back(wire);
  }
  if (graph.switches() > 0) {
    drawn.title = fmt::format("graph of {} and {} switch{}", counted(graph.processors(), 1),
                              graph.switches(), graph.switches() == 1 ? "" : "es");
  }
  return drawn;
}

}  // namespace plexus
