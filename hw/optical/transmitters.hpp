#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/coupler.hpp"
#include "hw/channel/coupler_slot.hpp"
#include "hw/optical/processor_tap.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// The transmitters of one processor: a light on each coupler that leads away from its group.
/// Twin: rtl/optical/pops_tx.sv.
class processor_tx final : public processor_tap, public coupler_tx_if {
 public:
  using processor_tap::processor_tap;

  /// `pops.node_3.tx`.
  [[nodiscard]] std::string full_name() const override;
  [[nodiscard]] NodeId couplers() const override;
  void send(SlotShare& share) override;
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const override;
  void register_port(sc_core::sc_port_base& port, const char* /*type*/) override {
    take_port(*this, "transmitters", port);
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
  void light(const Packet& packet, NodeId group, std::uint32_t slot) {
    lit_[group]->light(packet, slot);
  }

 private:
  void end_of_elaboration() override {
    check_bound(couplers.size(), groups_, "couplers", couplers);
    for (int group = 0; group < couplers.size(); ++group) lit_.push_back(couplers[group]);
  }

  NodeId groups_;
  std::vector<coupler_in_if*> lit_;
};

}  // namespace plexus
