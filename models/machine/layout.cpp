#include "models/machine/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
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

NodeId nodes_per_place(NodeId nodes) {
  if (nodes <= kMostNodesDrawn) return 1;
  const NodeId least = (nodes + kMostNodesDrawn - 1) / kMostNodesDrawn;
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

Layout grid_layout(const std::string& title, NodeId rows, NodeId columns) {
  const NodeId nodes = rows * columns;
  const NodeId most_wide = 16;
  NodeId per = 1;  // that share a place
  if (nodes > kMostNodesDrawn) {
    per = nodes_per_place(nodes);
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

void join_neighbours(Layout& layout, NodeId nodes, unsigned channels,
                     const std::function<std::optional<NodeId>(NodeId, unsigned)>& neighbour,
                     double bend) {
  std::vector<std::uint32_t> by_first;  // places, by their first node; the others hold none
  for (std::uint32_t i = 0; i < layout.places.size(); ++i) {
    if (layout.places[i].count > 0) by_first.push_back(i);
  }
  const auto first = [&](std::uint32_t place) { return layout.places[place].first; };
  std::ranges::sort(by_first, {}, first);
  const auto place = [&](NodeId node) {
    return *std::prev(std::ranges::upper_bound(by_first, node, {}, first));
  };
  constexpr double kNext = 1.6;  // a diagonal and a little
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined;
  for (NodeId v = 0; v < nodes; ++v) {
    const std::uint32_t here = place(v);
    for (unsigned channel = 0; channel < channels; ++channel) {
      const std::optional<NodeId> other = neighbour(v, channel);
      if (!other) continue;
      const std::uint32_t there = place(*other);
      if (here == there || !joined.emplace(std::minmax(here, there)).second) continue;
      const double length = std::hypot(layout.places[here].x - layout.places[there].x,
                                       layout.places[here].y - layout.places[there].y);
      layout.wires.push_back({here, there, "", length > kNext ? bend : 0, -1, -1});
    }
  }
}

void join_nodes(Layout& layout, NodeId one, NodeId other, double bend) {
  const std::uint32_t from = place_of(layout, one);
  const std::uint32_t to = place_of(layout, other);
  if (from == to) return;
  const bool there = std::ranges::any_of(layout.wires, [&](const Layout::Wire& wire) {
    return wire.part.empty() &&
           ((wire.from == from && wire.to == to) || (wire.from == to && wire.to == from));
  });
  if (!there) layout.wires.push_back({from, to, "", bend, -1, -1});
}

}  // namespace plexus
