#include "models/direct/spanning_tree.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace plexus {
namespace {

/// All nodes but the root: the children of node 0, of node 1, .., those of one node by rising port.
std::vector<NodeId> children_by_parent(NodeId root, std::span<const TreeEdge> edges,
                                       std::span<const std::uint32_t> first_child) {
  std::vector<NodeId> children(edges.size() - 1);
  std::vector<std::uint32_t> place{first_child.begin(), first_child.end() - 1};
  for (NodeId node = 0; node < edges.size(); ++node) {
    if (node != root) children[place[edges[node].parent]++] = node;
  }
  for (NodeId node = 0; node < edges.size(); ++node) {
    std::sort(children.begin() + first_child[node], children.begin() + first_child[node + 1],
              [&](NodeId a, NodeId b) { return edges[a].child_port < edges[b].child_port; });
  }
  return children;
}

}  // namespace

SpanningTree::SpanningTree(NodeId root, std::span<const TreeEdge> edges)
    : root_{root},
      parent_port_(edges.size(), -1),
      first_child_(edges.size() + 1),
      level_(edges.size()) {
  for (NodeId node = 0; node < nodes(); ++node) {
    if (node == root) continue;
    parent_port_[node] = static_cast<std::int16_t>(edges[node].parent_port);
    ++first_child_[edges[node].parent + 1];
  }
  std::partial_sum(first_child_.begin(), first_child_.end(), first_child_.begin());
  const std::vector<NodeId> children = children_by_parent(root, edges, first_child_);
  for (const NodeId child : children) {
    child_ports_.push_back(static_cast<std::int16_t>(edges[child].child_port));
  }
  std::vector<NodeId> reached{root};  // level by level
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const NodeId node = reached[i];
    depth_ = level_[node];
    for (std::uint32_t c = first_child_[node]; c < first_child_[node + 1]; ++c) {
      level_[children[c]] = depth_ + 1;
      reached.push_back(children[c]);
    }
  }
  if (reached.size() != edges.size()) throw std::logic_error{"a spanning tree misses nodes"};
}

TreePlace SpanningTree::place(NodeId node) const {
  TreePlace place;
  if (node != root_) place.parent = static_cast<unsigned>(parent_port_[node]);
  for (const std::int16_t port : child_ports(node)) {
    place.children.push_back(static_cast<unsigned>(port));
  }
  place.level = level_[node];
  return place;
}

}  // namespace plexus
