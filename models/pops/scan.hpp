#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/pops/case.hpp"

/// Prefix sums of operands, and ranks: the number of selected processors before each.
namespace plexus::pops {

/// Operand x; it counts as selected where rank says so.
[[nodiscard]] Operands operand(const PopsCase& at, NodeId x);
/// What the processor makes of the sum of operands 0 .. x: its own flag is not counted.
void finish_scan(pops_node& self, const PopsCase& at, Operands sum);
/// p(x) has v_0 + .. + v_x in this order, and the number of selected ones before x; if not, who has
/// something else.
[[nodiscard]] std::optional<std::string> wrong_scan(const PopsCase& at, const pops_machine& top);

/// Section 3.2, as printed: slots of the prefix sum for d > 1.
[[nodiscard]] Equation<PopsCase> prefix_sum(Relation (*relation)(const PopsCase&));

/// Step 2: recursive halving over the groups by their last processors, whose prefixes inside their
/// groups are in `prefix`. `before` becomes the sum of all groups before, at the last processors,
/// or with `all` at everybody.
Program scan_groups(pops_node& self, Words m, Operands prefix, bool all, Operands& before);

/// Operations `scan` and `rank` differ in the parameter `selected` alone, which rank has.
[[nodiscard]] std::vector<Parameter> scan_parameters(std::string_view operation);

}  // namespace plexus::pops
