#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "models/pops/algorithm.hpp"

namespace plexus {

/// consecutive-sum and adjacent-sum: which arrays of its group a processor needs, and which element
/// of each. Element k of the array of processor x is operand x M + k.
class Windows {
 public:
  /// `adjacent`: the M arrays from j on, round the group; else those of the subgroup of j.
  Windows(const PopsShape& pops, NodeId M, bool adjacent)
      : pops_{pops}, M_{M}, adjacent_{adjacent} {}

  [[nodiscard]] const PopsShape& pops() const { return pops_; }
  [[nodiscard]] NodeId size() const { return M_; }  ///< M
  [[nodiscard]] bool adjacent() const { return adjacent_; }
  /// The t-th array that p(i, j) needs from others, t = 1 .. M-1, in the order of the schedule.
  [[nodiscard]] NodeId needed(NodeId j, NodeId t) const {
    if (adjacent_) return (j + t) % pops_.d;
    const NodeId first = j / M_ * M_;
    return first + (j - first + t) % M_;
  }
  /// Does p(i, j) need array c, and for which t? 0: it does not, or it is its own.
  [[nodiscard]] NodeId turn(NodeId j, NodeId c) const;
  /// The element of array c (0 .. M-1) that p(i, j) adds.
  [[nodiscard]] NodeId element(NodeId j, NodeId c) const {
    return adjacent_ ? (c + pops_.d - j) % pops_.d : j % M_;
  }
  /// Element k of the array of processor x.
  [[nodiscard]] Sum operand(NodeId x, NodeId k) const {
    return Sum::operand(std::uint64_t{x} * M_ + k);
  }
  /// What p(x) adds of its own array.
  [[nodiscard]] Sum own(NodeId x) const {
    return operand(x, element(pops_.index(x), pops_.index(x)));
  }
  /// What p(x) must have in the end.
  [[nodiscard]] Sum total(NodeId x) const;

 private:
  PopsShape pops_;
  NodeId M_;
  bool adjacent_;
};

std::unique_ptr<pops_data> window_data(const PopsCase& at, bool adjacent);

/// Columns base .. base + length - 1 of every group, whose arrays go to relays together.
struct WindowBlock {
  NodeId base = 0;
  NodeId length = 0;
  /// rounds[t][c - base]: indices of the processors of a group that accept array c in round t.
  std::vector<std::vector<std::vector<NodeId>>> rounds;
};
/// The blocks of array-broadcast; `rounds` are left empty where `with_rounds` is false.
std::vector<WindowBlock> window_blocks(const Windows& windows, bool with_rounds);
/// The relay of array (i, j) of a block that begins at `base`: rho for d <= g, else p(j - base, i).
NodeId window_relay(const PopsShape& pops, NodeId i, NodeId j, NodeId base);

/// array-broadcast and element-send: after one slot in which arrays go to relays every processor
/// accepts one of those that it needs in each round. `elements`: only the one element is sent.
std::function<Program(pops_node&)> array_programs(const PopsCase& at, bool adjacent, bool elements);
/// Slots of them, block by block: 1 + h.
std::uint64_t array_slots(const PopsCase& at, bool adjacent);
/// Cycles of them: arrays of M m words in the first slot of a block, then arrays or elements.
Cycles array_cycles(const PopsCase& at, bool adjacent, bool elements);

/// direct: slot j is that of p(i, j), to all in its group that need its array.
std::function<Program(pops_node&)> direct_window_programs(const PopsCase& at, bool adjacent);

/// hypercube: tokens that visit a cube of M processors in the order of a Gray code. `paired`: the
/// two parts of a token of adjacent-sum move together.
std::function<Program(pops_node&)> gray_code_programs(const PopsCase& at, bool adjacent,
                                                      bool paired);

/// Refuses (`size`) M that is no power of two.
void require_subgroup_power(const PopsCase& at, const std::string& algorithm);

}  // namespace plexus
