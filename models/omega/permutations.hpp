#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"
#include "models/omega/networks.hpp"

namespace plexus {

/// Destination of every source: source v sends to `permutation[v]`.
using Permutation = std::vector<NodeId>;

/// The permutations that have a name, with `:A` where a number belongs to the name.
[[nodiscard]] std::span<const char* const> permutation_patterns();

/// A permutation by name on `ports` = k >= 2 processors of n = log2 k bits:
/// `identity`; `shift:A` (v + A mod k) and `xor:A`, A in 0 .. k - 1; `complement` (all bits);
/// `shuffle` (rotate left); `inverse-shuffle` (rotate right); `bit-reversal`; `transpose` (rotate
/// left by floor(n / 2)); `butterfly` (swap top and bottom bit).
/// Throws Refusal: usage (no such name), range (A), size (a name that needs k = 2^n).
[[nodiscard]] Permutation named_permutation(std::string_view name, NodeId ports);

/// A permutation from its list of k destinations. Throws Refusal (range) unless it names each of
/// 0 .. ports - 1 once.
[[nodiscard]] Permutation listed_permutation(std::span<const std::int64_t> destinations,
                                             NodeId ports);

/// Either of the two: a name, or a list `3,0,2,1` or `[3,0,2,1]`.
[[nodiscard]] Permutation parse_permutation(std::string_view text, NodeId ports);

/// The routes of a permutation, in rising source order.
[[nodiscard]] std::vector<SwitchRoute> routes_of(std::span<const NodeId> permutation);

}  // namespace plexus
