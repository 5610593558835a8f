#include <fmt/format.h>

#include "models/fat-tree/module.hpp"

namespace plexus {

/// Every router stands above the middle of its leaves. Of large trees the lowest levels are left
/// out, each of their subtrees being one circle.
Layout layout(const FatTreeShape& tree) {
  unsigned bottom = 0;  // level whose subtrees are circles
  while (tree.nodes() / tree.power(bottom) > kMostNodesDrawn) ++bottom;
  const NodeId per_circle = tree.power(bottom);
  Layout drawing;
  drawing.title = fmt::format("fat tree of {}", counted(tree.nodes(), per_circle));
  const auto x_of = [&](unsigned level, NodeId index) {
    const double width = static_cast<double>(tree.power(level)) / per_circle;
    return (index + 0.5) * width - 0.5;
  };
  const auto y_of = [&](unsigned level) { return 1.5 * (tree.height() - level); };
  std::vector<std::uint32_t> first_of_level;
  for (unsigned level = bottom; level <= tree.height(); ++level) {
    first_of_level.push_back(static_cast<std::uint32_t>(drawing.places.size()));
    for (NodeId y = 0; y < tree.nodes() / tree.power(level); ++y) {
      if (level == bottom) {
        drawing.places.push_back(
            node_place(y * per_circle, x_of(level, y), y_of(level), per_circle));
        continue;
      }
      Layout::Place router;
      router.part = fmt::format("router_{}_{}", level, y);
      router.label = fmt::format("{}.{}", level, y);
      router.x = x_of(level, y);
      router.y = y_of(level);
      router.mark = Layout::Mark::kElement;
      drawing.places.push_back(router);
    }
  }
  for (unsigned level = bottom + 1; level <= tree.height(); ++level) {
    for (NodeId x = 0; x < tree.branches(level); ++x) {
      Layout::Wire wire;
      wire.from = first_of_level[level - 1 - bottom] + x;
      wire.to = first_of_level[level - bottom] + x / tree.arity();
      const std::string above = fmt::format("router_{}_{}", level, x / tree.arity());
      const std::string below =
          level == 1 ? fmt::format("node_{}", x) : fmt::format("router_{}_{}", level - 1, x);
      for (const bool up : {true, false}) {  // a bend keeps the two directions apart
        wire.part = fmt::format("branches.branch_{}_to_{}", up ? below : above, up ? above : below);
        wire.bend = 0.06;
        drawing.wires.push_back(wire);
        std::swap(wire.from, wire.to);
      }
    }
  }
  return drawing;
}

}  // namespace plexus
