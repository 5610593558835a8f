#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/reconfigurable/shape.hpp"

namespace plexus {

/// How the nodes of a tree are numbered (section 4 of the paper, and two of our own for any N).
enum class Numbering {
  kRcp,    ///< node i gets the children r^l + i k + j: figure 2
  kRadix,  ///< node i gets the children i + (j + 1) r^l
  kFit     ///< every holder owns an interval and cuts it evenly
};
inline constexpr std::array kNumberings{Numbering::kRcp, Numbering::kRadix, Numbering::kFit};

[[nodiscard]] constexpr std::string_view to_string(Numbering numbering) {
  switch (numbering) {
    case Numbering::kRcp:
      return "rcp";
    case Numbering::kRadix:
      return "radix";
    case Numbering::kFit:
      break;
  }
  return "fit";
}

/// One link of a tree: `child` is child `index` (0 .. k - 1) of `parent`.
struct TreeLink {
  NodeId parent = 0;
  std::uint32_t index = 0;
  NodeId child = 0;
  /// Nodes below the link: the child and all that is reached from it in later steps.
  std::int64_t below = 0;

  friend constexpr bool operator==(const TreeLink&, const TreeLink&) = default;
};

/// How node 0 reaches all the others: in step l every node reached before gets at most k children.
/// Links of a step by rising parent, then child index.
class RcpTree {
 public:
  RcpTree(ReconfigurableShape shape, Numbering numbering);

  [[nodiscard]] int steps() const { return static_cast<int>(steps_.size()); }
  [[nodiscard]] const std::vector<TreeLink>& step(int l) const {
    return steps_[static_cast<std::size_t>(l)];
  }
  /// The nodes below a link of step `l`, rising.
  [[nodiscard]] std::vector<NodeId> below(int l, const TreeLink& link) const;

 private:
  void count_below();
  void grow_fit(ReconfigurableShape shape);

  ReconfigurableShape shape_;
  Numbering numbering_;
  std::vector<std::vector<TreeLink>> steps_;
};

/// Digit l of a node's address in radix numbering, 0 .. k: v = sum of a_l r^l.
[[nodiscard]] constexpr std::int64_t radix_digit(ReconfigurableShape shape, std::int64_t v, int l) {
  return v / shape.power(l) % shape.radix();
}

/// Way from node 0 to an RCP node: digit l is j + 1 if the move of step l goes to child j, else 0.
[[nodiscard]] std::vector<std::int64_t> rcp_address(ReconfigurableShape shape, std::int64_t v);
/// The RCP node with an address: v = 0; in step l, v = r^l + v k + a_l - 1 where a_l > 0.
[[nodiscard]] std::int64_t rcp_node(ReconfigurableShape shape,
                                    const std::vector<std::int64_t>& address);

/// Translates between the labels in which cliques are found (radix) and the numbers of the nodes.
class CliqueLabels {
 public:
  /// `kRcp` needs N = r^h; with `kRadix` every label is its node.
  CliqueLabels(ReconfigurableShape shape, Numbering numbering);

  /// Are there nodes whose label is not their number?
  [[nodiscard]] bool renames() const { return !node_of_.empty(); }
  [[nodiscard]] NodeId node(std::int64_t label) const {
    return node_of_.empty() ? static_cast<NodeId>(label)
                            : node_of_[static_cast<std::size_t>(label)];
  }
  [[nodiscard]] std::int64_t label(NodeId node) const {
    return label_of_.empty() ? std::int64_t{node} : label_of_[node];
  }

 private:
  std::vector<NodeId> node_of_;
  std::vector<std::int64_t> label_of_;
};

/// A link of a clique: the nodes whose digit is `a_digit` and `b_digit` > a_digit.
struct CliqueLink {
  NodeId a = 0;
  NodeId b = 0;
  std::uint32_t a_port = 0;
  std::uint32_t b_port = 0;

  friend constexpr bool operator==(const CliqueLink&, const CliqueLink&) = default;
};

/// Port of the node with digit `own` towards the one with digit `other` in a clique of them.
[[nodiscard]] constexpr std::uint32_t clique_port(std::int64_t own, std::int64_t other) {
  return static_cast<std::uint32_t>(other < own ? other : other - 1);
}

/// The cliques of digit `digit` among the labels 0 .. labels - 1 (a multiple of r^(digit + 1)):
/// complementary processors, which differ in that digit alone. By rising (smaller, larger) node.
[[nodiscard]] std::vector<CliqueLink> cliques(ReconfigurableShape shape, const CliqueLabels& names,
                                              std::int64_t labels, int digit);

}  // namespace plexus
