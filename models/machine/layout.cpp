#include "models/machine/layout.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <utility>

namespace plexus {

namespace {

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace

Layout::Place node_place(NodeId id, double x, double y, NodeId count) {
  Layout::Place place;
  place.part = count == 1 ? "node_" + std::to_string(id) : "";
  place.label = std::to_string(id);
  if (count > 1) place.label += "..";
  place.x = x;
  place.y = y;
  place.first = id;
  place.count = count;
  return place;
}

NodeId nodes_per_place(NodeId nodes, NodeId most) {
  if (nodes <= most) return 1;
  const NodeId least = (nodes + most - 1) / most;
  for (NodeId per = least; per <= 2 * least; ++per) {
    if (nodes % per == 0) return per;
  }
  return least;
}

std::string counted(NodeId nodes, NodeId per_place) {
  std::string text = with_commas(nodes) + (nodes == 1 ? " node" : " nodes");
  if (per_place > 1) text += ", " + with_commas(per_place) + " in each circle";
  return text;
}

Layout circle_layout(const std::string& title, NodeId nodes) {
  const NodeId per = nodes_per_place(nodes);
  const NodeId places = (nodes + per - 1) / per;
  Layout layout{title + " of " + counted(nodes, per), {}, {}};
  const double radius = std::max(1.5, 1.15 * static_cast<double>(places) / (2 * std::numbers::pi));
  for (NodeId i = 0; i < places; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / places;
    layout.places.push_back(node_place(i * per, radius * std::sin(angle), -radius * std::cos(angle),
                                       std::min(per, nodes - i * per)));
  }
  return layout;
}

Layout grid_layout(const std::string& title, NodeId rows, NodeId columns, NodeId most) {
  const NodeId nodes = rows * columns;
  const NodeId most_wide = 16;
  NodeId per = 1;  // that share a place
  if (nodes > most) {
    per = nodes_per_place(nodes, kMostNodesDrawn);
    while (per < columns && columns % per != 0) ++per;
    if (per > columns) per = (per + columns - 1) / columns * columns;
  }
  Layout layout{title + " of " + counted(nodes, per), {}, {}};
  const NodeId wide = per <= columns ? columns / per : 1;
  for (NodeId first = 0, i = 0; first < nodes; first += per, ++i) {
    const NodeId width = wide == 1 && per > columns ? std::min(most_wide, rows) : wide;
    layout.places.push_back(
        node_place(first, i % width, static_cast<double>(i / width), std::min(per, nodes - first)));
  }
  return layout;
}

Layout row_layout(const std::string& title, NodeId nodes, double y) {
  const NodeId per = nodes_per_place(nodes);
  Layout layout{title + " of " + counted(nodes, per), {}, {}};
  for (NodeId first = 0; first < nodes; first += per) {
    layout.places.push_back(node_place(first, static_cast<double>(layout.places.size()), y,
                                       std::min(per, nodes - first)));
  }
  return layout;
}

std::uint32_t place_of(const Layout& layout, NodeId node) {
  const auto found = std::ranges::find_if(layout.places, [&](const Layout::Place& place) {
    return node >= place.first && node - place.first < place.count;
  });
  return static_cast<std::uint32_t>(found - layout.places.begin());
}

PlacePairs neighbours(const Layout& layout, NodeId nodes, unsigned channels,
                      const std::function<std::optional<NodeId>(NodeId, unsigned)>& neighbour) {
  std::vector<std::uint32_t> by_first;  // places, by their first node; the others hold none
  for (std::uint32_t i = 0; i < layout.places.size(); ++i) {
    if (layout.places[i].count > 0) by_first.push_back(i);
  }
  const auto first = [&](std::uint32_t place) { return layout.places[place].first; };
  std::ranges::sort(by_first, {}, first);
  const auto place = [&](NodeId node) {
    return *std::prev(std::ranges::upper_bound(by_first, node, {}, first));
  };
  PlacePairs pairs;
  for (NodeId v = 0; v < nodes; ++v) {
    const std::uint32_t here = place(v);
    for (unsigned channel = 0; channel < channels; ++channel) {
      const std::optional<NodeId> other = neighbour(v, channel);
      if (!other) continue;
      const std::uint32_t there = place(*other);
      if (here != there) pairs.emplace(std::minmax(here, there));
    }
  }
  return pairs;
}

std::vector<Layout::Wire> across_circle(const Layout& layout, const PlacePairs& pairs) {
  std::vector<Layout::Wire> wires;
  double next = 1e9;  // distance of neighbours
  for (std::size_t i = 1; i < layout.places.size(); ++i) {
    next = std::min(next, std::hypot(layout.places[i].x - layout.places[i - 1].x,
                                     layout.places[i].y - layout.places[i - 1].y));
  }
  for (const auto& [a, b] : pairs) {
    const Layout::Place& from = layout.places[a];
    const Layout::Place& to = layout.places[b];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const double across = 2 * std::hypot(from.x, from.y);
    Layout::Wire wire{a, b, "", 0, -1, -1};
    if (length > 1.2 * next && length < 0.95 * across) {  // towards the middle
      const double left = from.y * to.x - from.x * to.y;  // > 0: there lies the middle
      wire.bend = (left > 0 ? 0.22 : -0.22) * (1 - length / across);
    }
    wires.push_back(std::move(wire));
  }
  return wires;
}

namespace {

/// A link along a row or a column.
struct Arc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double low = 0;  ///< x of a row, y of a column
  double high = 0;
  double line = 0;  ///< which row or column
  int lane = 0;     ///< 0: next to the places
};

/// Gives each a lane that it shares with none beside it, short ones the lowest, and tells how many
/// lanes there are.
int take_lanes(std::vector<Arc>& arcs) {
  std::ranges::stable_sort(arcs, {}, [](const Arc& arc) { return arc.high - arc.low; });
  std::map<std::pair<double, int>, std::vector<std::pair<double, double>>> taken;  // line, lane
  int lanes = 0;
  for (Arc& arc : arcs) {
    const auto meets = [&](const std::pair<double, double>& other) {
      return arc.low < other.second && other.first < arc.high;
    };
    while (std::ranges::any_of(taken[{arc.line, arc.lane}], meets)) ++arc.lane;
    taken[{arc.line, arc.lane}].emplace_back(arc.low, arc.high);
    lanes = std::max(lanes, arc.lane + 1);
  }
  return lanes;
}

constexpr double kFirstLane = 0.5;  ///< from the middle of the places
constexpr double kNextLane = 0.14;

/// How far rows or columns are apart that have so many lanes between them.
double pitch_of(int lanes) {
  return lanes == 0 ? 1 : std::max(1.0, kFirstLane + kNextLane * (lanes - 1) + 0.45);
}

}  // namespace

std::vector<Layout::Point> beside_line(const Layout::Place& from, const Layout::Place& to,
                                       bool is_row, double aside, double away) {
  if (is_row) return {{from.x + aside, from.y - away}, {to.x - aside, to.y - away}};
  const double along = to.y < from.y ? -aside : aside;
  return {{from.x + away, from.y + along}, {to.x + away, to.y - along}};
}

void join_on_grid(Layout& layout, const PlacePairs& pairs) {
  std::map<double, std::set<double>> in_row;  // x by y, of places
  std::map<double, std::set<double>> in_column;
  for (const Layout::Place& place : layout.places) {
    in_row[place.y].insert(place.x);
    in_column[place.x].insert(place.y);
  }
  const auto is_next = [](const std::set<double>& all, double low, double high) {
    return *std::next(all.find(low)) == high;
  };
  std::vector<Arc> rows;
  std::vector<Arc> columns;
  for (const auto& [a, b] : pairs) {
    const Layout::Place& one = layout.places[a];
    const Layout::Place& other = layout.places[b];
    const auto [left, right] = std::minmax(one.x, other.x);
    const auto [top, bottom] = std::minmax(one.y, other.y);
    if (top == bottom && !is_next(in_row[top], left, right)) {
      rows.push_back({one.x < other.x ? a : b, one.x < other.x ? b : a, left, right, top});
    } else if (left == right && !is_next(in_column[left], top, bottom)) {
      columns.push_back({one.y < other.y ? a : b, one.y < other.y ? b : a, top, bottom, left});
    } else {
      layout.wires.push_back({a, b, "", 0, -1, -1});
    }
  }
  const double wide = pitch_of(take_lanes(columns));
  const double high = pitch_of(take_lanes(rows));
  for (Layout::Place& place : layout.places) {
    place.x *= wide;
    place.y *= high;
  }
  for (Layout::Note& note : layout.notes) {
    note.x *= wide;
    note.y *= high;
    note.room *= wide;
  }
  const auto add = [&](const Arc& arc, bool is_row) {
    const Layout::Place& from = layout.places[arc.from];
    const Layout::Place& to = layout.places[arc.to];
    const double away = kFirstLane + kNextLane * arc.lane;
    const double aside = std::max(0.1, 0.34 - 0.03 * arc.lane);  // so that no two rise together
    Layout::Wire wire{arc.from, arc.to, "", 0, -1, -1};
    wire.via = beside_line(from, to, is_row, aside, away);
    layout.wires.push_back(std::move(wire));
  };
  for (const Arc& arc : rows) add(arc, true);
  for (const Arc& arc : columns) add(arc, false);
}

}  // namespace plexus
