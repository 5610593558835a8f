#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hw/channel/coupler_slot.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// What transmitters of g groups of d processors do: a packet lights the couplers that it names,
/// or those to the groups of its receivers. Twin: rtl/optical/pops_tx.sv.
class coupler_lights final : public sc_core::sc_object, public coupler_lights_if {
 public:
  coupler_lights(const char* name, NodeId groups, NodeId degree)
      : sc_object{name}, degree_{degree}, seen_(groups, 0) {}

  using role_if = coupler_lights_if;
  static constexpr const char* kKind = "coupler_lights";
  [[nodiscard]] const char* kind() const override { return kKind; }

  [[nodiscard]] std::span<const NodeId> lights(const Packet& packet) override {
    lit_.clear();
    packet.header().channels.for_each([this](NodeId group) { lit_.push_back(group); });
    if (!lit_.empty()) return lit_;
    ++packet_;
    packet.for_each_receiver([this](NodeId receiver) {
      const NodeId group = receiver / degree_;
      if (std::exchange(seen_[group], packet_) != packet_) lit_.push_back(group);
    });
    return lit_;
  }

 private:
  NodeId degree_;
  std::uint64_t packet_ = 0;
  std::vector<std::uint64_t> seen_;  ///< by group: the last packet that lit its coupler
  std::vector<NodeId> lit_;
};

}  // namespace plexus
