#pragma once

#include <cstdint>
#include <utility>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Which processor relays a datum in a two-slot route, with g groups of d processors.
enum class RelayRule : std::uint8_t {
  kRho,    ///< rho(x) = p(x mod g, floor(x / g)), lines (1)-(2)
  kKappa,  ///< kappa(i, j) = p(j mod g, i)
  kRank,   ///< by a rank r instead of a position: rho(r) for d <= g, kappa(r) for d > g
};

/// A relay, and the pass in which it is used: floor(index / g).
struct RelayStop {
  NodeId relay = 0;
  NodeId pass = 0;

  friend constexpr bool operator==(const RelayStop&, const RelayStop&) = default;
};

/// First and last of some groups.
using GroupRange = std::pair<NodeId, NodeId>;

/// Works out relays and groups for processors in groups. Combinational.
class group_route_if : virtual public sc_core::sc_interface {
 public:
  /// What processor `asker` is told of `key`: a position, or with kRank a rank.
  [[nodiscard]] virtual RelayStop stop(NodeId asker, RelayRule rule, NodeId key) = 0;
  /// The groups of processors low + 1 .. dest; low is -1 or more, less than dest.
  [[nodiscard]] virtual GroupRange range(NodeId asker, std::int64_t low, NodeId dest) = 0;
};

}  // namespace plexus
