#pragma once

#include <cstdint>
#include <string>

#include "hw/channel/coupler.hpp"
#include "hw/channel/coupler_slot.hpp"
#include "hw/optical/processor_tap.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// The receivers of one processor: an eye at each coupler that leads to its group, and the filter
/// that knows its packets. Twin: rtl/optical/pops_rx.sv.
class processor_rx final : public processor_tap, public coupler_rx_if {
 public:
  using processor_tap::processor_tap;

  /// `pops.node_3.rx`.
  [[nodiscard]] std::string full_name() const override;
  [[nodiscard]] NodeId couplers() const override;
  void serve(coupler_client_if& client) override;
  void listen(SlotShare& share) override;
  [[nodiscard]] std::uint32_t stored() const override;
  void pass_on(std::uint32_t count) override;
  [[nodiscard]] Awaited waits_for() const override;
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const override;
  void register_port(sc_core::sc_port_base& port, const char* /*type*/) override {
    take_port(*this, "receivers", port);
  }
};

/// The receivers of all processors of a group, which every coupler that leads to it shines on.
class group_receivers final : public sc_core::sc_module, public coupler_out_if {
 public:
  group_receivers(sc_core::sc_module_name name, coupler_bank& bank, NodeId group)
      : sc_module{name}, bank_{&bank}, group_{group} {}

  [[nodiscard]] const char* kind() const override { return "group_receivers"; }
  void shine(const Packet& packet) override;
  void collide(const Packet& packet) override;

 private:
  coupler_bank* bank_;
  NodeId group_;
};

}  // namespace plexus
