#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "models/pops/algorithm.hpp"

namespace plexus {

/// Who gives its partial sum away when, and to whom: every processor once, but the root.
class FoldSchedule {
 public:
  explicit FoldSchedule(NodeId nodes) : slot_(nodes, kNever), to_(nodes, 0) {}

  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// In the present slot `from` sends to `to`, which adds.
  void send(NodeId from, NodeId to) {
    slot_[from] = slots_;
    to_[from] = to;
  }
  void end_slot() { ++slots_; }

  [[nodiscard]] std::uint64_t slots() const { return slots_; }
  [[nodiscard]] std::uint64_t slot(NodeId x) const { return slot_[x]; }
  [[nodiscard]] NodeId to(NodeId x) const { return to_[x]; }

 private:
  std::vector<std::uint64_t> slot_;
  std::vector<NodeId> to_;
  std::uint64_t slots_ = 0;
};

/// The programs that play it: a processor adds what it hears, and gives its sum away in its slot.
std::function<Program(pops_node&)> fold_programs(const PopsCase& at, FoldSchedule schedule);

/// The root has the sum of all operands, each once.
std::unique_ptr<pops_data> reduce_data(const PopsCase& at);

/// fold, step 1: halves the live groups until there are as many as processors in a group.
void halve_groups(const PopsShape& pops, FoldSchedule& schedule);

/// A processor moves its sum to `target` on the simulated network, if it is active, and adds what
/// comes.
Program move_and_add(pops_node& self, Words m, std::optional<NodeId> target, Sum& sum);

}  // namespace plexus
