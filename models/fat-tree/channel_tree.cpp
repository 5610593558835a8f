#include "models/fat-tree/channel_tree.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace plexus {

tree_steps::tree_steps(FatTreeShape tree) : tree_{std::move(tree)}, first_of_level_{0} {
  NodeId next = tree_.nodes();
  for (unsigned level = 1; level <= tree_.height(); ++level) {
    first_of_level_.push_back(next);
    next += tree_.routers(level);
  }
}

std::int64_t tree_steps::most_ports(const FatTreeShape& tree) {
  std::int64_t most = tree.height() == 0 ? 0 : tree.capacity(1);
  for (unsigned level = 1; level <= tree.height(); ++level) {
    const std::int64_t up = level == tree.height() ? 0 : tree.capacity(level + 1);
    most = std::max(most, up + tree.arity() * tree.capacity(level));
  }
  return most;
}

tree_steps::Place tree_steps::place_of(NodeId router) const {
  unsigned level = tree_.height();
  while (router < first_of_level_[level]) --level;
  return {level, router - first_of_level_[level]};
}

void tree_steps::steps(NodeId here, NodeId destination, std::uint32_t most,
                       DirectSteps& steps) const {
  if (here == destination || most == 0) return;
  const auto [level, index] = place_of(here);
  const unsigned up = links_up(level);
  if (destination / tree_.power(level) != index) {
    steps.add(destination % up, false);
    return;
  }
  const NodeId child = destination / tree_.power(level - 1) % tree_.arity();
  const unsigned down = links_down(level);
  steps.add(up + child * down + destination % down, false);
}

std::string tree_steps::port_name(std::uint32_t port) const { return fmt::format("link {}", port); }

std::string tree_steps::inner_name(std::uint32_t router) const {
  const auto [level, index] = place_of(router);
  return level == 0 ? std::string{} : fmt::format("router {}.{}", level, index);
}

std::optional<ChannelEnd> tree_steps::neighbour(NodeId router, unsigned port) const {
  const auto [level, index] = place_of(router);
  const unsigned up = links_up(level);
  if (port < up) {
    const unsigned first = links_up(level + 1) + index % tree_.arity() * up;
    return ChannelEnd{number_of(level + 1, index / tree_.arity()), first + port};
  }
  if (level == 0) return std::nullopt;
  const unsigned down = links_down(level);
  const NodeId child = (port - up) / down;
  if (child >= tree_.arity()) return std::nullopt;
  return ChannelEnd{number_of(level - 1, index * tree_.arity() + child), (port - up) % down};
}

std::string tree_steps::queue_group(std::uint32_t router, std::uint32_t port) const {
  const auto [level, index] = place_of(router);
  const bool from_above = port < links_up(level);
  if (level == 0) return from_above ? "leaves from above" : "leaves from the node";
  return fmt::format("level {} from {}", level, from_above ? "above" : "below");
}

}  // namespace plexus
