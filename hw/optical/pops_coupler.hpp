#pragma once

#include <cstdint>

#include "hw/channel/coupler.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class coupler_bank;

/// What a passive star coupler does: takes the light of one source in a slot and shows it to all
/// its destinations. Of many couplers it is all there is.
struct StarState {
  const Packet* packet = nullptr;  ///< the last one
  std::uint64_t busy = 0;          ///< slots in which it carried a packet
  std::uint32_t slot = 0;          ///< of `packet`

  void light(const Packet& entering, std::uint32_t now, coupler_out_if& destinations) {
    if (slot == now) {
      if (packet != &entering) destinations.collide(entering);
      return;
    }
    slot = now;
    packet = &entering;
    ++busy;
    destinations.shine(entering);
  }
};

/// A coupler as a module. c(i, j): from group j to group i. Twin: rtl/optical/pops_coupler.sv.
class pops_coupler final : public sc_core::sc_module, public coupler_in_if {
 public:
  pops_coupler(sc_core::sc_module_name name, const coupler_bank& bank, std::uint64_t index,
               StarState& star)
      : sc_module{name}, bank_{&bank}, index_{index}, star_{&star} {}

  required_port<coupler_out_if> output{"output", "the receivers of a group"};

  [[nodiscard]] const char* kind() const override { return "pops_coupler"; }
  [[nodiscard]] std::uint64_t index() const { return index_; }  ///< i g + j
  /// Slots in which it carried a packet.
  [[nodiscard]] std::uint64_t busy_slots() const { return star_->busy; }
  void light(const Packet& packet, std::uint32_t slot) override {
    star_->light(packet, slot, *output_);
  }
  /// Shows who drives it, and the sources of a collision.
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void end_of_elaboration() override { output_ = output[0]; }

  const coupler_bank* bank_;
  std::uint64_t index_;
  StarState* star_;
  coupler_out_if* output_ = nullptr;
};

}  // namespace plexus
