#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "models/pops/algorithm.hpp"

namespace plexus {

/// Operand x of the scan, selected or not.
struct ScanInput {
  std::vector<bool> selected;  ///< by processor; empty: no operand is (scan)
  [[nodiscard]] Operands operand(NodeId x) const {
    return {x, x + std::uint64_t{1}, !selected.empty() && selected[x] ? std::uint64_t{1} : 0};
  }
  /// What x makes of the sum of operands 0 .. x: its own flag is not counted.
  [[nodiscard]] MessageData result(NodeId x, Operands sum) const {
    sum.selected -= operand(x).selected;
    return sum.payload();
  }
};
std::shared_ptr<const ScanInput> scan_input(const PopsCase& at);

/// p(x) has v_0 + .. + v_x in this order; with selected processors also the number of those before
/// x.
std::unique_ptr<pops_data> scan_data(const PopsCase& at);
/// 3.2, as printed: slots of the prefix sum for d > 1.
double prefix_sum_slots(const PopsCase& at);

/// Step 2: recursive halving over the groups by their last processors, whose prefixes inside their
/// groups are in `prefix`. `before` becomes the sum of all groups before, at the last processors,
/// or with `all` at everybody.
Program scan_groups(pops_node& self, Words m, Operands prefix, bool all, Operands& before);

/// Bound: ceil(log n) combinations, n - 1 receptions by at most g^2 a slot.
std::optional<Cycles> scan_bound(const PopsCase& at);

}  // namespace plexus
