#include "rtl/optical/slot_twins.hpp"

namespace plexus::pops_slot_ctrl_adapter {

/// Pins of pops_slot_ctrl.sv.
struct Inputs {
  SlotClockInputs clock;
};
struct Outputs {
  SlotClockOutputs clock;
  Pin slot_no{"slot_no"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of the clock of the slots.
class pops_slot_ctrl_twin final : public slot_clock_twin<Lane> {
 public:
  pops_slot_ctrl_twin(coupler_bank& bank, const TwinSite& site)
      : slot_clock_twin{bank, site, parameters(), std::string{bank.name()} + ".slot_ctrl"} {}

  static Parameters parameters() { return {{"CycleWidth", 32}, {"SlotWidth", 32}}; }

 private:
  void expect(Lane& lane, Cycles cycle) override {
    slot_clock_twin::expect(lane, cycle);
    lane.out.slot_no.set(slot_number(cycle));
  }
};

TwinBlock pops_slot_ctrl_block() { return block_of<pops_slot_ctrl_twin>(); }

}  // namespace plexus::pops_slot_ctrl_adapter
