#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "hw/channel/decision.hpp"
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

/// What a route unit is asked, as the inputs of rtl/optical/pops_route.sv.
struct RouteIn {
  RelayRule op = RelayRule::kRho;
  NodeId x = 0;           ///< the relay of this position,
  NodeId r = 0;           ///< or with kRank of this rank
  NodeId dest = 0;        ///< and the groups of processors low + 1 .. dest
  std::int64_t low = -1;  ///< -1 or more

  static constexpr auto pins() {
    return std::tuple{&RouteIn::op, &RouteIn::x, &RouteIn::r, &RouteIn::dest, &RouteIn::low};
  }
};

/// What it answers, as the outputs.
struct RouteOut {
  NodeId relay_group = 0;
  NodeId relay_idx = 0;  ///< in its group
  NodeId pass = 0;
  NodeId dst_group_lo = 0;
  NodeId dst_group_hi = 0;

  static constexpr auto pins() {
    return std::tuple{&RouteOut::relay_group, &RouteOut::relay_idx, &RouteOut::pass,
                      &RouteOut::dst_group_lo, &RouteOut::dst_group_hi};
  }
};

/// Works out relays and groups for processors in groups. Combinational.
using group_route_if = decision_if<RouteIn, RouteOut>;

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

  [[nodiscard]] RouteOut decide(std::uint64_t /*asker*/, const RouteIn& in) override {
    const auto [relay, pass] =
        stop(in.op, in.op == RelayRule::kRank ? in.r : in.x, degree_, groups_);
    const auto [first, last] = range(in.low, in.dest, degree_);
    return {relay / degree_, relay % degree_, pass, first, last};
  }

  [[nodiscard]] NodeId degree() const { return degree_; }  ///< d
  [[nodiscard]] NodeId groups() const { return groups_; }  ///< g

 private:
  NodeId degree_;
  NodeId groups_;
};

}  // namespace plexus
