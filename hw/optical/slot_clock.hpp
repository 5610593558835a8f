#pragma once

#include <cstdint>

#include "hw/channel/coupler_slot.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

/// The clock of the slots: tells when those that it has started are over. Twin:
/// rtl/optical/pops_slot_ctrl.sv.
class slot_clock final : public sc_core::sc_object, public slot_clock_if {
 public:
  explicit slot_clock(const char* name) : sc_object{name} {}

  using role_if = slot_clock_if;
  static constexpr const char* kKind = "slot_clock";
  [[nodiscard]] const char* kind() const override { return kKind; }
  void start(std::uint64_t /*count*/, Cycles end) override {
    over_.notify(clock_.time(end - clock_.now()));
  }
  /// The slot that goes on is not to be told of any more.
  void stop() { over_.cancel(); }
  [[nodiscard]] const sc_core::sc_event& over() const { return over_; }

 private:
  ClockPeriod clock_;
  sc_core::sc_event over_{"over"};
};

}  // namespace plexus
