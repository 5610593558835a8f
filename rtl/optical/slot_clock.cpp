#include "rtl/optical/slot_clock.hpp"

#include "rtl/frame/patience.hpp"

namespace plexus {

void SlotClock::start(SlotClockInputs& in, std::uint64_t count) {
  const LinkTiming& slot = stars_->rules().slot;
  in.start.set(1);
  in.startup.set(slot.startup);
  in.payload_cycles.set(slot.beats(stars_->slot_words()));
  in.n_slots.set(count);
  running_ = true;
}

std::int64_t SlotClock::expect(SlotClockOutputs& out, Cycles cycle) const {
  clear(out);
  if (cycle >= stars_->slot_end()) return 0;
  const std::int64_t length = stars_->rules().slot.hop(stars_->slot_words()).count();
  const std::int64_t gone = (cycle - stars_->slot_begin()).count();
  const bool guard = gone % length < stars_->rules().slot.startup.count();
  out.slot_strobe.set(gone % length == 0);
  out.guard.set(guard);
  out.payload.set(!guard);
  out.done.set(cycle + 1_cycles == stars_->slot_end());
  return gone / length;
}

std::string SlotClock::follow(const SlotClockOutputs& seen, Cycles cycle) {
  const bool busy = seen.guard.on() || seen.payload.on();
  const bool runs = running_;
  if (seen.done.on()) running_ = false;
  if (busy != runs) return runs ? "stops within a slot" : "goes on after a slot";
  return cycle > stars_->slot_end() + kPatience ? "does not end a slot" : "";
}

}  // namespace plexus
