#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/coupler.hpp"
#include "hw/channel/coupler_slot.hpp"
#include "hw/systemc.hpp"

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

/// The transmitters of one processor: a light on each coupler that leads away from its group.
/// Twin: rtl/optical/pops_tx.sv.
class processor_tx final : public processor_tap, public coupler_tx_if {
 public:
  using processor_tap::processor_tap;

  /// `pops.node_3.tx`.
  [[nodiscard]] std::string full_name() const override;
  [[nodiscard]] NodeId couplers() const override;
  void join() override;
  void leave() override;
  void send(SlotShare& share) override;
  void request(SlotRequest& request) override;
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const override;
  void register_port(sc_core::sc_port_base& port, const char* /*type*/) override {
    take_port(*this, "transmitters", port);
  }
};

/// The receivers of one processor: an eye at each coupler that leads to its group, and the filter
/// that knows its messages. Twin: rtl/optical/pops_rx.sv.
class processor_rx final : public processor_tap, public coupler_rx_if {
 public:
  using processor_tap::processor_tap;

  /// `pops.node_3.rx`.
  [[nodiscard]] std::string full_name() const override;
  [[nodiscard]] NodeId couplers() const override;
  void listen(SlotShare& share) override;
  [[nodiscard]] std::uint32_t stored() const override;
  void pass_on(std::uint32_t count) override;
  [[nodiscard]] Awaited waits_for() const override;
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const override;
  void register_port(sc_core::sc_port_base& port, const char* /*type*/) override {
    take_port(*this, "receivers", port);
  }
};

/// The transmitters of all processors of a group, as their couplers have them.
class group_transmitters final : public sc_core::sc_module {
 public:
  group_transmitters(sc_core::sc_module_name name, NodeId groups)
      : sc_module{name}, groups_{groups} {}

  /// The couplers that lead away from the group, by the group to which they lead.
  multiport<coupler_in_if> couplers{"couplers"};

  [[nodiscard]] const char* kind() const override { return "group_transmitters"; }
  /// One of them lights the coupler to `group`.
  void light(const Message& message, NodeId group, std::uint32_t slot) {
    lit_[group]->light(message, slot);
  }

 private:
  void end_of_elaboration() override {
    check_bound(couplers.size(), groups_, "couplers", couplers);
    for (int group = 0; group < couplers.size(); ++group) lit_.push_back(couplers[group]);
  }

  NodeId groups_;
  std::vector<coupler_in_if*> lit_;
};

/// The receivers of all processors of a group, which every coupler that leads to it shines on.
class group_receivers final : public sc_core::sc_module, public coupler_out_if {
 public:
  group_receivers(sc_core::sc_module_name name, coupler_bank& bank, NodeId group)
      : sc_module{name}, bank_{&bank}, group_{group} {}

  [[nodiscard]] const char* kind() const override { return "group_receivers"; }
  void shine(const Message& message) override;
  void collide(const Message& message) override;

 private:
  coupler_bank* bank_;
  NodeId group_;
};

}  // namespace plexus
