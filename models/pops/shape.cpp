#include "models/pops/shape.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace plexus {

namespace {

/// Groups at the left, couplers as a field of crossings, groups that receive below: a fibre of a
/// group runs along its row, one to a group down its column.
Layout crossing_layout(const PopsShape& shape, std::string title) {
  const NodeId per = nodes_per_place(shape.g);  // groups of a place
  const auto groups = static_cast<NodeId>(ceil_div(shape.g, per));
  Layout drawn{std::move(title) + fmt::format(", {} in each circle", per * shape.d), {}, {}};
  const auto add = [&](NodeId group, double x, double y, bool receives) {
    const NodeId first = shape.at(group * per, 0);
    drawn.places.push_back(
        node_place(first, x, y, std::min<NodeId>(per * shape.d, shape.nodes() - first)));
    Layout::Place& place = drawn.places.back();
    place.label = per == 1 ? fmt::format("g{}", group) : place.label;
    if (receives) std::swap(place.count, place.again);
  };
  for (NodeId group = 0; group < groups; ++group) add(group, 0, group, false);
  for (NodeId group = 0; group < groups; ++group) add(group, group + 1.5, groups + 0.5, true);
  for (NodeId from = 0; per == 1 && from < groups; ++from) {
    for (NodeId to = 0; to < groups; ++to) {
      Layout::Place coupler;
      coupler.part = fmt::format("stars.coupler_{}_{}", to, from);
      coupler.x = to + 1.2;
      coupler.y = from - 0.3;
      coupler.width = 0.4;
      coupler.mark = Layout::Mark::kStar;
      const auto number = static_cast<std::uint32_t>(drawn.places.size());
      drawn.places.push_back(coupler);
      drawn.wires.push_back({from, number, "", 0, -1, -1, 1, {{to + 0.9, from}}});
      drawn.wires.push_back({number, groups + to, "", 0, -1, -1, 1, {{to + 1.5, from}}});
    }
  }
  return drawn;
}

}  // namespace

Layout layout(const PopsShape& shape) {
  std::string title = fmt::format("POPS({}, {}): {} processors in {} groups", shape.d, shape.g,
                                  shape.nodes(), shape.g);
  const NodeId couplers = shape.g * shape.g;
  if (shape.nodes() > kMostNodesDrawn || couplers > kMostNodesDrawn) {
    return crossing_layout(shape, std::move(title));
  }
  // From left to right: groups, the couplers of each, in front of each group its receivers' ports,
  // one for each coupler that leads there, groups once more.
  Layout drawn{std::move(title), {}, {}};
  const double high = std::max(shape.d, shape.g) + 0.8;  // of a group
  const double apart = std::max(2.4, 0.9 * std::max(shape.d, shape.g));
  const double across = std::max(3.0, 0.35 * high * shape.g);
  const std::array<double, 4> x{0, apart, apart + across, 2 * apart + across};
  const auto y_of = [&](NodeId group, NodeId index, NodeId of) {
    return group * high + (index - (of - 1) / 2.0) * (high - 0.8) / of;
  };
  for (const bool receives : {false, true}) {
    for (NodeId v = 0; v < shape.nodes(); ++v) {
      const double y = y_of(shape.group(v), shape.index(v), shape.d);
      Layout::Place place = node_place(v, x[receives ? 3 : 0], y);
      place.side = receives ? Layout::Side::kRight : Layout::Side::kLeft;
      if (receives) {
        std::swap(place.count, place.again);
        place.part.clear();
      }
      drawn.places.push_back(std::move(place));
    }
  }
  for (NodeId from = 0; from < shape.g; ++from) {
    for (NodeId to = 0; to < shape.g; ++to) {
      const auto number = static_cast<std::uint32_t>(drawn.places.size());
      Layout::Place coupler;
      coupler.part = fmt::format("stars.coupler_{}_{}", to, from);
      coupler.label = fmt::format("{},{}", to, from);
      coupler.x = x[1];
      coupler.y = y_of(from, to, shape.g);
      coupler.mark = Layout::Mark::kStar;
      drawn.places.push_back(std::move(coupler));
      const Layout::Point port{x[2], y_of(to, from, shape.g)};
      const std::vector<Layout::Point> way{
          {x[1] + 0.6, y_of(from, to, shape.g)}, {port.first - 0.4, port.second}, port};
      for (NodeId j = 0; j < shape.d; ++j) {
        drawn.wires.push_back({shape.at(from, j), number, "", 0, -1, -1});
        drawn.wires.push_back({number, shape.nodes() + shape.at(to, j), "", 0, -1, -1, 1, way});
      }
    }
    drawn.notes.push_back({fmt::format("group {}", from), x[0], y_of(from, 0, shape.d) - 0.62, 2});
    drawn.notes.push_back({fmt::format("group {}", from), x[3], y_of(from, 0, shape.d) - 0.62, 2});
  }
  return drawn;
}

}  // namespace plexus
