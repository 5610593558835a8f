#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/direct/direct_channels.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/fat-tree/shape.hpp"

namespace plexus {

/// A fat tree of routers with virtual channels. Router v < n is that of leaf v, and these
/// alone have nodes; behind them come the tree's routers, from level 1 up, within a level from left
/// to right. Every link of a branch is a link of its own: a router's first ports are its links up,
/// behind them come those to child 0, to child 1, ..
///
/// Packets go up to the lowest router above both leaves, then down. Of the c links of a branch
/// those for destination d take link d mod c. No packet on its way down waits for one on its way
/// up, so nothing waits in a circle, with any number of channels.
class tree_steps final : public direct_steps_if {
 public:
  explicit tree_steps(FatTreeShape tree);

  void steps(NodeId here, NodeId destination, std::uint32_t most,
             DirectSteps& steps) const override;
  [[nodiscard]] std::uint32_t ports() const override {
    return static_cast<std::uint32_t>(most_ports(tree_));
  }
  /// Only rings ask.
  [[nodiscard]] std::uint32_t reverse(std::uint32_t port) const override { return port; }
  [[nodiscard]] bool rings() const override { return false; }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override;
  [[nodiscard]] std::string inner_name(std::uint32_t router) const override;

  /// The other end of a link; nothing where there is none.
  [[nodiscard]] std::optional<ChannelEnd> neighbour(NodeId router, unsigned port) const;
  /// `level 2 from above`: the queues that an input's are shown with.
  [[nodiscard]] std::string queue_group(std::uint32_t router, std::uint32_t port) const;

  /// Links of the router that has most of them.
  [[nodiscard]] static std::int64_t most_ports(const FatTreeShape& tree);

 private:
  struct Place {
    unsigned level;
    NodeId index;
  };
  [[nodiscard]] Place place_of(NodeId router) const;
  [[nodiscard]] NodeId number_of(unsigned level, NodeId index) const {
    return first_of_level_[level] + index;
  }
  /// Links up, of a router of this level.
  [[nodiscard]] unsigned links_up(unsigned level) const {
    return level == tree_.height() ? 0 : links_down(level + 1);
  }
  /// Links to each child.
  [[nodiscard]] unsigned links_down(unsigned level) const {
    return static_cast<unsigned>(tree_.capacity(level));
  }

  FatTreeShape tree_;
  std::vector<NodeId> first_of_level_;  ///< by level; 0: leaves
};

}  // namespace plexus
