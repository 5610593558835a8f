#include "models/reconfigurable/numbering.hpp"

#include <algorithm>

namespace plexus {

namespace {

NodeId node_at(std::int64_t v) { return static_cast<NodeId>(v); }

/// A node of the fit numbering owns the `size` nodes from `first` on, of which it is the first.
struct NodeRange {
  std::int64_t first;
  std::int64_t size;
};

}  // namespace

RcpTree::RcpTree(ReconfigurableShape shape, Numbering numbering)
    : shape_{shape}, numbering_{numbering}, steps_(static_cast<std::size_t>(shape.steps())) {
  if (numbering == Numbering::kFit) {
    grow_fit(shape);
    return;
  }
  std::int64_t reached = 1;  // r^l
  for (auto& links : steps_) {
    for (std::int64_t i = 0; i < reached; ++i) {
      for (std::int64_t j = 0; j < shape.ports; ++j) {
        const std::int64_t child =
            numbering == Numbering::kRcp ? reached + i * shape.ports + j : i + (j + 1) * reached;
        if (child >= shape.nodes) break;
        links.push_back({node_at(i), static_cast<std::uint32_t>(j), node_at(child), 0});
      }
    }
    reached *= shape.radix();
  }
  count_below();
}

/// From the last step backwards: below a link are the child and what it reaches later.
void RcpTree::count_below() {
  std::vector<std::int64_t> weight(static_cast<std::size_t>(shape_.nodes), 1);
  for (auto links = steps_.rbegin(); links != steps_.rend(); ++links) {
    for (TreeLink& link : *links) link.below = weight[link.child];
    for (const TreeLink& link : *links) weight[link.parent] += link.below;
  }
}

void RcpTree::grow_fit(ReconfigurableShape shape) {
  std::vector<NodeRange> holders{{0, shape.nodes}};
  const std::int64_t k = shape.ports;
  for (int l = 0; l < steps(); ++l) {
    const std::int64_t cap = shape.power(steps() - 1 - l);
    std::vector<NodeRange> next;
    for (const NodeRange& holder : holders) {
      const std::int64_t keep = std::min(holder.size, cap);
      next.push_back({holder.first, keep});
      std::int64_t first = holder.first + keep;
      for (std::int64_t j = 0; j < k; ++j) {
        const std::int64_t part = (holder.size - keep + k - 1 - j) / k;
        if (part == 0) break;
        steps_[static_cast<std::size_t>(l)].push_back(
            {node_at(holder.first), static_cast<std::uint32_t>(j), node_at(first), part});
        next.push_back({first, part});
        first += part;
      }
    }
    holders = std::move(next);
  }
}

std::vector<NodeId> RcpTree::below(int l, const TreeLink& link) const {
  std::vector<NodeId> nodes{link.child};
  if (numbering_ == Numbering::kFit) {
    for (std::int64_t i = 1; i < link.below; ++i) nodes.push_back(node_at(link.child + i));
    return nodes;
  }
  std::int64_t reached = shape_.power(l + 1);
  while (static_cast<std::int64_t>(nodes.size()) < link.below) {
    const std::size_t before = nodes.size();
    for (std::size_t i = 0; i < before; ++i) {
      for (std::int64_t j = 0; j < shape_.ports; ++j) {
        const std::int64_t child = numbering_ == Numbering::kRcp
                                       ? reached + nodes[i] * shape_.ports + j
                                       : nodes[i] + (j + 1) * reached;
        if (child < shape_.nodes) nodes.push_back(node_at(child));
      }
    }
    reached *= shape_.radix();
  }
  std::ranges::sort(nodes);
  return nodes;
}

std::vector<std::int64_t> rcp_address(ReconfigurableShape shape, std::int64_t v) {
  std::vector<std::int64_t> digits(static_cast<std::size_t>(shape.steps()), 0);
  for (int l = shape.steps() - 1; l >= 0; --l) {  // the highest step first
    const std::int64_t reached = shape.power(l);
    if (v < reached) continue;
    digits[static_cast<std::size_t>(l)] = (v - reached) % shape.ports + 1;
    v = (v - reached) / shape.ports;
  }
  return digits;
}

std::int64_t rcp_node(ReconfigurableShape shape, const std::vector<std::int64_t>& address) {
  std::int64_t v = 0;
  std::int64_t reached = 1;
  for (const std::int64_t digit : address) {
    if (digit > 0) v = reached + v * shape.ports + digit - 1;
    reached *= shape.radix();
  }
  return v;
}

CliqueLabels::CliqueLabels(ReconfigurableShape shape, Numbering numbering) {
  if (numbering != Numbering::kRcp) return;
  node_of_.resize(static_cast<std::size_t>(shape.nodes));
  label_of_.resize(node_of_.size());
  for (std::int64_t v = 0; v < shape.nodes; ++v) {
    std::int64_t label = 0;
    std::int64_t place = 1;
    for (const std::int64_t digit : rcp_address(shape, v)) {
      label += digit * place;
      place *= shape.radix();
    }
    label_of_[static_cast<std::size_t>(v)] = label;
    node_of_[static_cast<std::size_t>(label)] = node_at(v);
  }
}

std::vector<CliqueLink> cliques(ReconfigurableShape shape, const CliqueLabels& names,
                                std::int64_t labels, int digit) {
  std::vector<CliqueLink> links;
  links.reserve(static_cast<std::size_t>(labels * shape.ports / 2));
  const std::int64_t place = shape.power(digit);
  for (std::int64_t v = 0; v < labels; ++v) {
    const NodeId a = node_at(v);
    const std::int64_t label = names.label(a);
    const std::int64_t own = label / place % shape.radix();
    for (std::int64_t other = own + 1; other <= shape.ports; ++other) {
      const NodeId b = names.node(label + (other - own) * place);  // a higher number, too
      links.push_back({a, b, clique_port(own, other), clique_port(other, own)});
    }
  }
  return links;
}

}  // namespace plexus
