#pragma once

#include <cstdint>

#include "hw/channel/group_route.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

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
