#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// How one node hangs in a tree: its parent, and the ports at both ends of the channel between
/// them.
struct TreeEdge {
  NodeId parent = 0;
  int parent_port = -1;  ///< at the node, towards the parent; -1 at the root
  int child_port = -1;   ///< at the parent, towards the node
};

/// A node's place in a tree, or on a path, as its program needs it: channels alone.
struct TreePlace {
  std::optional<unsigned> parent;  ///< channel towards the parent; nothing at the root
  std::vector<unsigned> children;  ///< channels towards the children, rising
  int level = 0;                   ///< hops from the root

  friend bool operator==(const TreePlace&, const TreePlace&) = default;
};

/// A spanning tree as every node sees it: the port of its parent, the ports of its children. The
/// topology stays outside; 12 bytes a node.
class SpanningTree {
 public:
  /// `edges` holds one edge for each node, the root's is ignored. O(nodes).
  /// Throws std::logic_error if they do not lead every node to the root.
  SpanningTree(NodeId root, std::span<const TreeEdge> edges);

  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(parent_port_.size()); }
  /// Port towards the parent; nothing at the root.
  [[nodiscard]] std::optional<int> parent_port(NodeId node) const {
    return node == root_ ? std::nullopt : std::optional<int>{parent_port_[node]};
  }
  /// Ports towards the children, rising.
  [[nodiscard]] std::span<const std::int16_t> child_ports(NodeId node) const {
    return std::span{child_ports_}.subspan(first_child_[node],
                                           first_child_[node + 1] - first_child_[node]);
  }
  /// Hops from the root.
  [[nodiscard]] int level(NodeId node) const { return level_[node]; }
  /// Largest level.
  [[nodiscard]] int depth() const { return depth_; }
  /// All that a node's program needs of it.
  [[nodiscard]] TreePlace place(NodeId node) const;

  friend bool operator==(const SpanningTree&, const SpanningTree&) = default;

 private:
  NodeId root_ = 0;
  std::vector<std::int16_t> parent_port_;
  std::vector<std::int16_t> child_ports_;   ///< those of node 0, of node 1, ...
  std::vector<std::uint32_t> first_child_;  ///< where those of a node begin; one more at the end
  std::vector<std::int32_t> level_;
  int depth_ = 0;
};

}  // namespace plexus
