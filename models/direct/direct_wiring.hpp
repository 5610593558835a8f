#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/machine/layout.hpp"

namespace plexus {

/// One channel of a node as the other end sees it.
struct ChannelEnd {
  NodeId node = 0;
  unsigned channel = 0;
};

/// A path as the ports by which it leaves the source and every node after it: one for each hop.
using Route = std::vector<int>;

/// Which nodes are joined by point-to-point links: all that a direct machine is built from. A
/// topology's shape offers it as `wiring()`.
struct DirectWiring {
  NodeId nodes = 0;
  unsigned channels = 0;                ///< of each node, numbered from 0
  unsigned channels_per_dimension = 1;  ///< neighbouring numbers belong to one dimension
  /// The other end of a channel; nothing where no link leaves (the edge of a mesh).
  std::function<std::optional<ChannelEnd>(NodeId, unsigned channel)> neighbour;
  std::function<Layout()> layout;  ///< how it is drawn
  /// Of the link that leaves a node by a channel. Empty: that of the machine.
  std::function<LinkTiming(NodeId, unsigned channel)> timing{};
};

/// Throws Refusal (`range`) unless source and destination are two different nodes of `shape`.
template <typename Shape>
void check_move(const Shape& shape, std::int64_t source, std::int64_t destination) {
  check_node(shape, "source", source);
  check_node(shape, "destination", destination);
  if (source != destination) return;
  throw Refusal{RefusalClass::kRange, "destination is " + std::to_string(destination) +
                                          ": it must be another node than source"};
}

}  // namespace plexus
