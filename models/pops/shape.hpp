#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"
#include "models/machine/ceil_div.hpp"
#include "models/machine/layout.hpp"
#include "models/pops/pops_route.hpp"

namespace plexus {

/// ceil(log2 x), 0 for x = 1; x >= 1.
constexpr std::uint64_t ceil_log(std::uint64_t x) {
  return static_cast<std::uint64_t>(std::bit_width(x - 1));
}

/// One step of the recursive halving: the partial result of `last` goes to all of
/// first .. end - 1.
struct Halving {
  NodeId last = 0;
  NodeId first = 0;
  NodeId end = 0;

  /// Is there such a step, and is it x that gives its result away?
  [[nodiscard]] constexpr bool sends(NodeId x) const { return first < end && x == last; }
};

/// A partitioned optical passive stars network POPS(d, g): g groups of d processors. p(i, j) is
/// processor j of group i, number i d + j. Coupler c(i, j) leads from group j to group i.
struct PopsShape {
  NodeId d = 1;  ///< processors of a group, fan-in and fan-out of a coupler; >= 1
  NodeId g = 1;  ///< groups, >= 1

  [[nodiscard]] constexpr NodeId nodes() const { return d * g; }
  [[nodiscard]] constexpr NodeId at(NodeId group, NodeId index) const { return group * d + index; }
  [[nodiscard]] constexpr NodeId group(NodeId x) const { return x / d; }
  [[nodiscard]] constexpr NodeId index(NodeId x) const { return x % d; }

  /// Are d and g powers of two?
  [[nodiscard]] constexpr bool powers_of_two() const {
    return std::has_single_bit(d) && std::has_single_bit(g);
  }
  /// log2 d and log2 n, for powers of two.
  [[nodiscard]] constexpr NodeId index_bits() const { return static_cast<NodeId>(ceil_log(d)); }
  [[nodiscard]] constexpr NodeId bits() const { return index_bits() + group_bits(); }
  [[nodiscard]] constexpr NodeId group_bits() const { return static_cast<NodeId>(ceil_log(g)); }

  /// Passes of a two-slot route, ceil(d / g).
  [[nodiscard]] constexpr NodeId passes() const { return static_cast<NodeId>(ceil_div(d, g)); }
  /// Processors without one.
  [[nodiscard]] constexpr std::uint64_t others() const { return nodes() - 1; }
  /// Members of the fullest group without one processor: slots in which a root, at every slot one
  /// of each group, sends to or hears from all others.
  [[nodiscard]] constexpr NodeId most_others() const { return g > 1 ? d : d - 1; }
  /// S(d, g): slots of one simulated move (Theorems 1 and 2): 1 if d = 1, else 2 ceil(d / g).
  [[nodiscard]] constexpr std::uint64_t move_slots() const {
    return d == 1 ? 1 : 2 * std::uint64_t{passes()};
  }
  /// log n simulated moves along the bits of a hypercube.
  [[nodiscard]] constexpr std::uint64_t hypercube_slots() const { return move_slots() * bits(); }
  /// I(d, g): slots of a permutation inside the groups.
  [[nodiscard]] constexpr std::uint64_t intragroup_slots() const {
    if (d == 1) return 0;
    const std::uint64_t rest = d % (std::uint64_t{g} + 1);
    return 2 * (d / (std::uint64_t{g} + 1)) + (rest < 2 ? rest : 2);
  }

  /// rho(x) = p(x mod g, floor(x / g)), lines (1)-(2): the middle stop of a two-slot route.
  [[nodiscard]] constexpr NodeId rho(NodeId x) const { return stop(RelayRule::kRho, x).relay; }
  /// kappa(i, j) = p(j mod g, i), for d > g: in pass floor(j / g).
  [[nodiscard]] constexpr NodeId kappa(NodeId x) const { return stop(RelayRule::kKappa, x).relay; }
  /// The relay of a scheme by position: rho for d <= g, kappa for d > g.
  [[nodiscard]] constexpr NodeId relay(NodeId x) const { return d <= g ? rho(x) : kappa(x); }
  /// The pass in which a scheme by position moves x: floor(index / g).
  [[nodiscard]] constexpr NodeId pass(NodeId x) const { return stop(RelayRule::kRho, x).pass; }
  [[nodiscard]] constexpr RelayStop stop(RelayRule rule, NodeId key) const {
    return pops_route::stop(rule, key, d, g);
  }

  friend constexpr bool operator==(const PopsShape&, const PopsShape&) = default;
};

/// levels(m): for l = 1, 2, 4, .. < m one level, ceil(log2 m) in all. At each, every block that
/// begins at a multiple b of 2l with b + l < m has `last` = b + l - 1, which reaches
/// b + l .. min(b + 2l, m) - 1. `level` = 0, 1, ..: which of them; `x`: the halving in which x is
/// `last` or is reached, with first = end where there is none.
constexpr Halving halving_of(NodeId m, std::uint64_t level, NodeId x) {
  const std::uint64_t half = std::uint64_t{1} << level;
  const std::uint64_t begin = x / (2 * half) * (2 * half);
  const std::uint64_t middle = begin + half;
  if (middle >= m) return {0, 0, 0};
  const std::uint64_t end = middle + half < m ? middle + half : m;
  return {static_cast<NodeId>(middle - 1), static_cast<NodeId>(middle), static_cast<NodeId>(end)};
}

/// From left to right: groups, couplers, groups that receive. Large machines by groups, with their
/// couplers as a field of crossings.
[[nodiscard]] Layout layout(const PopsShape& shape);

}  // namespace plexus
