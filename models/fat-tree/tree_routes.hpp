#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "hw/time/units.hpp"

namespace plexus {

/// What a route function for routers in a complete tree says beside `route`, for hardware that
/// decodes headers bit by bit. Port 0 of a router leads to its parent, port 1 + u to child u.
class tree_routes_if {
 public:
  struct Place {
    unsigned level;  ///< of the router, 1 at the leaves
    NodeId index;    ///< in its level, from the left
  };
  /// A header as wires carry it.
  struct Wires {
    /// 0 unicast, 1 turn, 2 flood, 3 set.
    unsigned kind = 0;
    /// Unicast: the destination. Turn: a digit for each level, the lowest for level 1: how many
    /// places to the right the copy goes. Set: a bit for each leaf.
    std::uint64_t header = 0;
  };

  /// Leaves of the largest tree in which a header has a bit for each of them.
  static constexpr std::uint64_t kMostLeavesOfSets = 32;

  [[nodiscard]] virtual NodeId arity() const = 0;
  [[nodiscard]] virtual unsigned levels() const = 0;  ///< of routers
  /// Do packets of this run go to sets of leaves?
  [[nodiscard]] virtual bool sends_sets() const { return false; }
  [[nodiscard]] virtual Place place_of(std::uint32_t router) const = 0;
  /// Are there bits for sets of leaves?
  [[nodiscard]] bool has_sets() const {
    std::uint64_t leaves = 1;
    for (unsigned i = 0; i < levels() && leaves <= kMostLeavesOfSets; ++i) leaves *= arity();
    return leaves <= kMostLeavesOfSets;
  }
  /// Bits of a header: the digits of all levels, and where there are sets a bit for each leaf.
  [[nodiscard]] unsigned header_width() const {
    const unsigned digits = levels() * static_cast<unsigned>(std::bit_width(arity() - 1));
    unsigned leaves = 1;
    for (unsigned i = 0; has_sets() && i < levels(); ++i) leaves *= arity();
    return std::max(digits, leaves);
  }
  /// Nothing for a header that does not fit on wires: a set of leaves of a larger tree.
  [[nodiscard]] virtual std::optional<Wires> wires(std::uint64_t header) const = 0;

 protected:
  ~tree_routes_if() = default;
};

}  // namespace plexus
