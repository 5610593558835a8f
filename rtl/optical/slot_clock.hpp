#pragma once

#include <cstdint>
#include <string>

#include "hw/optical/coupler_bank.hpp"
#include "rtl/frame/pin.hpp"

namespace plexus {

/// Pins of the clock of the slots.
struct SlotClockInputs {
  Pin start = Pin{"start"}.once(), startup{"startup"};
  Pin payload_cycles{"payload_cycles"}, n_slots{"n_slots"};
};

struct SlotClockOutputs {
  Pin slot_strobe{"slot_strobe"}, guard{"guard"}, payload{"payload"}, done{"done"};
};

/// What twins do that have the clock of the slots: one slot in which somebody does something, or
/// several in which nobody does.
class SlotClock {
 public:
  explicit SlotClock(const coupler_bank& stars) : stars_{&stars} {}

  void start(SlotClockInputs& in, std::uint64_t count);
  /// The number of the slot.
  std::int64_t expect(SlotClockOutputs& out, Cycles cycle) const;
  /// In the clock's place: what the twin does wrong, empty if nothing.
  [[nodiscard]] std::string follow(const SlotClockOutputs& seen, Cycles cycle);
  [[nodiscard]] bool goes_on(Cycles cycle, bool replaces) const {
    return replaces ? running_ : cycle < stars_->slot_end();
  }

 private:
  const coupler_bank* stars_;
  bool running_ = false;  ///< slots have not ended
};

}  // namespace plexus
