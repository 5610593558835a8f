#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/pops/case.hpp"

/// consecutive-sum and adjacent-sum: every processor has an array of M data, and adds one element
/// of the arrays of a window of M processors of its group.
namespace plexus::pops {

/// Which arrays of its group a processor needs, and which element of each. Element k of the array
/// of processor x is operand x M + k.
class Windows {
 public:
  explicit Windows(const PopsCase& at) : pops_{at.shape}, M_{at.subgroup}, adjacent_{at.adjacent} {}

  /// The t-th array that p(i, j) needs from others, t = 1 .. M-1, in the order of the schedule: of
  /// adjacent-sum from j on, round the group; of consecutive-sum in the subgroup of j.
  [[nodiscard]] NodeId needed(NodeId j, NodeId t) const {
    if (adjacent_) return (j + t) % pops_.d;
    const NodeId first = j / M_ * M_;
    return first + (j - first + t) % M_;
  }
  /// Does p(i, j) need array c of another processor?
  [[nodiscard]] bool needs(NodeId j, NodeId c) const {
    if (adjacent_) return c != j && (c + pops_.d - j) % pops_.d < M_;
    return c != j && j / M_ == c / M_;
  }
  /// The element of array c (0 .. M-1) that p(i, j) adds.
  [[nodiscard]] NodeId element(NodeId j, NodeId c) const {
    return adjacent_ ? (c + pops_.d - j) % pops_.d : j % M_;
  }
  /// Element k of the array of processor x.
  [[nodiscard]] Sum operand(NodeId x, NodeId k) const {
    return Sum::operand(std::uint64_t{x} * M_ + k);
  }
  /// What index j adds of the array of processor x.
  [[nodiscard]] Sum part(NodeId j, NodeId x) const {
    return operand(x, element(j, pops_.index(x)));
  }
  /// What p(x) adds of its own array.
  [[nodiscard]] Sum own(NodeId x) const { return part(pops_.index(x), x); }

 private:
  PopsShape pops_;
  NodeId M_;
  bool adjacent_;
};

/// Has every processor its sum? If not, who has something else.
[[nodiscard]] std::optional<std::string> wrong_window(const PopsCase& at, const pops_machine& top);

/// Columns base .. base + length - 1 of every group, whose arrays go to relays together.
struct WindowBlock {
  NodeId base = 0;
  NodeId length = 0;

  [[nodiscard]] bool holds(NodeId j) const { return j >= base && j < base + length; }
  /// The relay of array (i, j) of the block: rho for d <= g, else p(j - base, i).
  [[nodiscard]] NodeId relay(const PopsShape& pops, NodeId i, NodeId j) const {
    return pops.d <= pops.g ? pops.rho(pops.at(i, j)) : pops.at(j - base, i);
  }
};
/// One block for d <= g; otherwise of as many columns as there are groups, or subgroups in them.
[[nodiscard]] std::vector<WindowBlock> window_blocks(const PopsCase& at);

/// In its slot of the block's arrays a processor gives its own to the relay.
[[nodiscard]] std::optional<Packet> to_relay(pops_node& self, Words m, const WindowBlock& block);

// ---- Both operations ----------------------------------------------------------------------------
inline constexpr const char* kConsecutive = "consecutive-sum";
inline constexpr const char* kAdjacent = "adjacent-sum";
/// `subgroup`, as the operation needs it.
[[nodiscard]] std::vector<Parameter> window_parameters(std::string_view operation);
/// Notes where the windows of the operation lie, and refuses what `require` refuses.
[[nodiscard]] Prepare in_windows(std::string_view operation, Prepare require = {});

}  // namespace plexus::pops
