#pragma once

#include <string>

#include "hw/channel/channel_if.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class coupler_bank;

/// What the transmitters and the receivers of a processor have in common: light channels of the
/// bank of couplers, which does their work.
class processor_tap {
 public:
  processor_tap(coupler_bank& bank, NodeId node) : bank_{&bank}, node_{node} {}

  [[nodiscard]] NodeId node() const { return node_; }
  /// Full name of the part that is bound here; empty: none is.
  [[nodiscard]] std::string driver() const { return driver_ == nullptr ? "" : driver_->name(); }

 protected:
  /// One processor has them, which are `what` of `self`.
  void take_port(const channel_if& self, const char* what, const sc_core::sc_port_base& port);
  ~processor_tap() = default;

  coupler_bank* bank_;
  NodeId node_;

 private:
  const sc_core::sc_object* driver_ = nullptr;
};

}  // namespace plexus
