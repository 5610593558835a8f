#include "models/pops/shape.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace plexus {

Layout layout(const PopsShape& shape) {
  Layout layout;
  layout.title = fmt::format("POPS({}, {}): {} processors in {} groups", shape.d, shape.g,
                             shape.nodes(), shape.g);
  const NodeId per_place = nodes_per_place(shape.nodes());
  const bool grouped = per_place > 1;  // then a place is a whole group, or several
  const NodeId groups_per_place = grouped ? nodes_per_place(shape.g) : 1;
  const NodeId columns = static_cast<NodeId>(ceil_div(shape.g, groups_per_place));
  for (NodeId column = 0; column < columns; ++column) {
    const NodeId first = shape.at(column * groups_per_place, 0);
    if (grouped) {
      const NodeId count = std::min(groups_per_place * shape.d, shape.nodes() - first);
      layout.places.push_back(node_place(first, 1.2 * column, 0, count));
      continue;
    }
    for (NodeId j = 0; j < shape.d; ++j) {
      layout.places.push_back(node_place(first + j, 1.2 * column, j));
    }
  }
  constexpr NodeId kMostStars = 16;
  if (grouped || shape.g > kMostStars) {  // all stars as one
    Layout::Place stars;
    stars.part = "stars";
    stars.label = fmt::format("{} stars", shape.g * shape.g);
    stars.x = 0.6 * (columns - 1);
    stars.y = grouped ? 2 : shape.d + 1;
    stars.mark = Layout::Mark::kStar;
    const auto centre = static_cast<std::uint32_t>(layout.places.size());
    for (std::uint32_t place = 0; place < centre; ++place) {
      layout.wires.push_back({place, centre, "", 0, -1, -1});
    }
    layout.places.push_back(std::move(stars));
    return layout;
  }
  for (NodeId to = 0; to < shape.g; ++to) {  // the stars below: a row of each destination group
    for (NodeId from = 0; from < shape.g; ++from) {
      Layout::Place star;
      star.part = fmt::format("stars.coupler_{}_{}", to, from);
      star.label = fmt::format("{},{}", to, from);
      star.x = 1.2 * from;
      star.y = 0.8 * (to + 1) + shape.d;
      star.mark = Layout::Mark::kStar;
      layout.places.push_back(std::move(star));
    }
  }
  // Fibres: from every node down its column; from the stars of a row to the nodes of its group.
  constexpr NodeId kMostFibres = 128;
  const bool has_room = shape.d * shape.g * shape.g <= kMostFibres;
  if (!has_room) layout.title += ", fibres to the receivers left out";
  for (NodeId to = 0; to < shape.g; ++to) {
    for (NodeId from = 0; from < shape.g; ++from) {
      const auto star = static_cast<std::uint32_t>(shape.nodes() + to * shape.g + from);
      for (NodeId j = 0; j < shape.d; ++j) {
        layout.wires.push_back({shape.at(from, j), star, "", 0, -1, -1});
        if (has_room && to != from) {
          layout.wires.push_back({star, shape.at(to, j), "", 0, -1, -1});
        }
      }
    }
  }
  return layout;
}

}  // namespace plexus
