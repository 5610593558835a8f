#include "rtl/frame/block.hpp"
#include "rtl/optical/slot_clock.hpp"
#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_slot_ctrl_adapter {

/// Pins of pops_slot_ctrl.sv.
struct Outputs {
  SlotClockOutputs clock;
  Pin slot_no{"slot_no"};
};

using Lane = twin<SlotClockInputs, Outputs>;

/// Twin of the clock of the slots.
class pops_slot_ctrl_twin final : public slot_twins<Lane>, public slot_clock_if {
 public:
  pops_slot_ctrl_twin(coupler_bank& bank, const TwinSite& site)
      : slot_twins{bank, site, parameters(), {std::string{bank.name()} + ".slot_ctrl"}},
        clock_{bank} {
    if (replaces()) bank.clock.in_front(*this);
  }

  static Parameters parameters() { return {{"CycleWidth", 32}, {"SlotWidth", 32}}; }

  void clock_starts(std::uint64_t count) override { clock_.start(active_lane().in, count); }
  /// In the clock's place: what starts it has been seen, and `finish` ends the slots.
  void start(std::uint64_t /*count*/, Cycles /*end*/) override {}

 private:
  void expect(Lane& lane, Cycles cycle) override {
    lane.out.slot_no.set(clock_.expect(lane.out.clock, cycle));
  }

  void follow(Lane& lane, Cycles cycle) override {
    const std::string mistake = clock_.follow(lane.seen.clock, cycle);
    if (!mistake.empty()) wrong(lane, mistake);
    if (lane.seen.clock.done.on()) call_next_cycle();
  }

  void next_cycle() override { stars->finish(); }

  bool goes_on(Lane& /*lane*/, Cycles cycle) override { return clock_.goes_on(cycle, replaces()); }

  SlotClock clock_;
};

TwinBlock pops_slot_ctrl_block() {
  return {.part = "hw/optical/coupler_bank.hpp",
          .sizes = "any",
          .help = "Clock of the slots: guard cycles, then payload",
          .built = pops_slot_ctrl_twin::parameters(),
          .attach = attach_to<coupler_bank, pops_slot_ctrl_twin>};
}

}  // namespace plexus::pops_slot_ctrl_adapter
