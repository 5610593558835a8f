#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// A k-ary fat tree (the paper, Sec. 2): leaves 0 .. nodes - 1 from left to right on level 0, which
/// are the only processing nodes; routers on levels 1 .. height; the root on level height. Router
/// (i, y) is the root of the subtree of leaves y k^i .. (y + 1) k^i - 1, its child u is node
/// (i - 1, y k + u). Branch (j, x) joins node (j - 1, x) to router (j, x / k) by c_j links.
class FatTreeShape {
 public:
  /// `arity` >= 2, `nodes` a power of it, one entry of `capacities` (>= 1, not decreasing) per
  /// level: `capacities[j - 1]` is c_j. All three throw std::invalid_argument where there is no
  /// such tree.
  FatTreeShape(NodeId arity, NodeId nodes, std::vector<std::int64_t> capacities);

  /// All c_j = 1: the paper's CBFT for arity 2.
  static FatTreeShape constant(NodeId arity, NodeId nodes);
  /// c_j = k^(j-1), so that all levels have as many links: the paper's EBFT for arity 2.
  static FatTreeShape exponential(NodeId arity, NodeId nodes);
  /// log_k n where n is a power of k; -1 where it is none.
  static int height_of(NodeId arity, NodeId nodes);

  [[nodiscard]] NodeId arity() const { return arity_; }
  [[nodiscard]] NodeId nodes() const { return nodes_; }
  [[nodiscard]] unsigned height() const { return static_cast<unsigned>(capacities_.size()); }
  /// c_level, 1 <= level <= height: links of a branch between that level and the one below.
  [[nodiscard]] std::int64_t capacity(unsigned level) const { return capacities_[level - 1]; }
  [[nodiscard]] const std::vector<std::int64_t>& capacities() const { return capacities_; }
  /// e_level (erratum F3): the packets per step that the links below can really feed.
  [[nodiscard]] std::int64_t effective(unsigned level) const { return effective_[level - 1]; }
  [[nodiscard]] bool is_constant() const;     ///< all c_j = 1
  [[nodiscard]] bool is_exponential() const;  ///< all c_j = k^(j-1)

  /// k^exponent, 0 <= exponent <= height.
  [[nodiscard]] NodeId power(unsigned exponent) const { return powers_[exponent]; }
  /// Routers of a level, 1 <= level <= height: n / k^level.
  [[nodiscard]] NodeId routers(unsigned level) const { return nodes_ / powers_[level]; }
  [[nodiscard]] NodeId routers() const;  ///< of all levels
  /// Branches between a level and the one below: n / k^(level-1).
  [[nodiscard]] NodeId branches(unsigned level) const { return nodes_ / powers_[level - 1]; }

  /// Level of the router at which the way from one leaf to another turns; 0 from a leaf to itself.
  [[nodiscard]] unsigned class_of(NodeId source, NodeId destination) const;
  /// Leaves of class `level` as seen from any leaf: (k - 1) k^(level-1).
  [[nodiscard]] NodeId leaves_of_class(unsigned level) const {
    return (arity_ - 1) * powers_[level - 1];
  }
  /// s (+) x: the digits to base k are added modulo k, without carry. k = 2: XOR.
  [[nodiscard]] NodeId add_digits(NodeId s, NodeId x) const;
  /// The `digits` low digits of v to base k in reverse order.
  [[nodiscard]] NodeId reverse_digits(NodeId v, unsigned digits) const;

  friend bool operator==(const FatTreeShape&, const FatTreeShape&) = default;

 private:
  NodeId arity_;
  NodeId nodes_;
  std::vector<std::int64_t> capacities_;
  std::vector<std::int64_t> effective_;
  std::vector<NodeId> powers_;  ///< k^0 .. k^height
};

}  // namespace plexus
