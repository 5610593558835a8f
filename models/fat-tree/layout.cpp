#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/fat-tree/module.hpp"

namespace plexus {

namespace {

/// Height of a level of branches that join subtrees of this width: so that they rise enough to be
/// told apart.
double rise(double width) { return 1.2 + 0.14 * width; }

}  // namespace

/// Every router stands above the middle of its leaves; branches are as wide as they have links. Of
/// large trees the lowest levels are left out, each of their subtrees being one circle.
Layout layout(const FatTreeShape& tree) {
  unsigned bottom = 0;  // level whose subtrees are circles
  while (tree.nodes() / tree.power(bottom) > kMostNodesDrawn) ++bottom;
  const NodeId per_circle = tree.power(bottom);
  Layout drawing;
  drawing.title = fmt::format("fat tree of {}", counted(tree.nodes(), per_circle));
  const auto width_of = [&](unsigned level) {
    return static_cast<double>(tree.power(level)) / per_circle;
  };
  std::vector<double> y_of(tree.height() + 1, 0);
  for (unsigned level = tree.height(); level-- > bottom;) {
    y_of[level] = y_of[level + 1] + rise(width_of(level));
  }
  std::vector<std::uint32_t> first_of_level;
  for (unsigned level = bottom; level <= tree.height(); ++level) {
    first_of_level.push_back(static_cast<std::uint32_t>(drawing.places.size()));
    for (NodeId y = 0; y < tree.nodes() / tree.power(level); ++y) {
      const double x = (y + 0.5) * width_of(level) - 0.5;
      if (level == bottom) {
        drawing.places.push_back(node_place(y * per_circle, x, y_of[level], per_circle));
        continue;
      }
      Layout::Place router;
      router.part = fmt::format("router_{}_{}", level, y);
      router.label = fmt::format("{}.{}", level, y);
      router.x = x;
      router.y = y_of[level];
      router.width = std::min(0.6 + 0.1 * width_of(level), 2.0);
      router.mark = Layout::Mark::kElement;
      drawing.places.push_back(router);
    }
  }
  for (unsigned level = bottom + 1; level <= tree.height(); ++level) {
    for (NodeId x = 0; x < tree.branches(level); ++x) {
      Layout::Wire wire;
      wire.from = first_of_level[level - 1 - bottom] + x;
      wire.to = first_of_level[level - bottom] + x / tree.arity();
      wire.width = std::sqrt(static_cast<double>(tree.capacity(level)));
      const Layout::Place& child = drawing.places[wire.from];
      const Layout::Place& parent = drawing.places[wire.to];
      const double length = std::hypot(child.x - parent.x, child.y - parent.y);
      const double apart = 0.05 + 0.025 * wire.width;  // keeps the two directions beside each other
      const std::string above = fmt::format("router_{}_{}", level, x / tree.arity());
      const std::string below =
          level == 1 ? fmt::format("node_{}", x) : fmt::format("router_{}_{}", level - 1, x);
      for (const bool up : {true, false}) {
        wire.part = fmt::format("branches.branch_{}_to_{}", up ? below : above, up ? above : below);
        wire.bend = apart / length;
        drawing.wires.push_back(wire);
        std::swap(wire.from, wire.to);
      }
    }
  }
  return drawing;
}

}  // namespace plexus
