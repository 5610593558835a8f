#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hw/channel/coupler_slot.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// What transmitters of g groups of d processors do: a message lights the couplers that it names,
/// or those to the groups of its receivers. Twin: rtl/optical/pops_tx.sv.
class coupler_lights final : public sc_core::sc_object, public coupler_lights_if {
 public:
  coupler_lights(const char* name, NodeId groups, NodeId degree)
      : sc_object{name}, degree_{degree}, seen_(groups, 0) {}

  using role_if = coupler_lights_if;
  static constexpr const char* kKind = "coupler_lights";
  [[nodiscard]] const char* kind() const override { return kKind; }

  [[nodiscard]] std::span<const NodeId> lights(const Message& message) override {
    if (!message.groups.empty()) return message.groups;
    lit_.clear();
    if (message.receivers.one()) {
      lit_.push_back(message.receivers.front() / degree_);
      return lit_;
    }
    ++message_;
    for (const NodeId receiver : message.receivers.nodes()) {
      const NodeId group = receiver / degree_;
      if (std::exchange(seen_[group], message_) != message_) lit_.push_back(group);
    }
    return lit_;
  }

 private:
  NodeId degree_;
  std::uint64_t message_ = 0;
  std::vector<std::uint64_t> seen_;  ///< by group: the last message that lit its coupler
  std::vector<NodeId> lit_;
};

}  // namespace plexus
