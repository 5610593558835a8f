#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/data/operand.hpp"
#include "hw/time/units.hpp"

/// Operations after which nodes hold results: the one judge of them.
namespace plexus {

/// What is wrong where `node` holds `found` as the result `what` and should hold `expected`, both
/// operands of `op`: a sentence; nothing if they are equal.
[[nodiscard]] std::optional<std::string> wrong_result(Operator op, NodeId node, const char* what,
                                                      const Operand& found,
                                                      const Operand& expected);

/// The first sentence that `wrong(v)` has for a node v of 0 .. nodes - 1; nothing if all is well.
template <std::invocable<NodeId> Wrong>
[[nodiscard]] std::optional<std::string> first_wrong(NodeId nodes, Wrong wrong) {
  for (NodeId v = 0; v < nodes; ++v) {
    if (auto problem = wrong(v)) return problem;
  }
  return std::nullopt;
}

}  // namespace plexus
