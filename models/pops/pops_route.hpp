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

/// The route units of the processors of g groups of d, which work out relays and destination groups
/// with divisions by d and g. Twin: rtl/optical/pops_route.sv, where these are powers of two and
/// all of it is bit slices and one incrementer.
class pops_route final : public sc_core::sc_object, public group_route_if {
 public:
  pops_route(const char* name, NodeId degree, NodeId groups)
      : sc_object{name}, degree_{degree}, groups_{groups} {}

  using role_if = group_route_if;
  static constexpr const char* kKind = "pops_route";
  [[nodiscard]] const char* kind() const override { return kKind; }

  [[nodiscard]] static constexpr RelayStop stop(RelayRule rule, NodeId key, NodeId d, NodeId g) {
    const bool by_index = rule == RelayRule::kKappa || (rule == RelayRule::kRank && d > g);
    const NodeId index = key % d;
    return by_index ? RelayStop{index % g * d + key / d, index / g}
                    : RelayStop{key % g * d + key / g, index / g};
  }
  [[nodiscard]] static constexpr GroupRange range(std::int64_t low, NodeId dest, NodeId d) {
    return {static_cast<NodeId>(low + 1) / d, dest / d};
  }

  [[nodiscard]] RelayStop stop(NodeId /*asker*/, RelayRule rule, NodeId key) override {
    return stop(rule, key, degree_, groups_);
  }
  [[nodiscard]] GroupRange range(NodeId /*asker*/, std::int64_t low, NodeId dest) override {
    return range(low, dest, degree_);
  }

  [[nodiscard]] NodeId degree() const { return degree_; }  ///< d
  [[nodiscard]] NodeId groups() const { return groups_; }  ///< g

 private:
  NodeId degree_;
  NodeId groups_;
};

}  // namespace plexus
