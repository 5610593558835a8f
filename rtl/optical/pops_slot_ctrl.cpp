#include "hw/optical/coupler_bank.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::pops_slot_ctrl_adapter {

/// Cycles beside those of the slots after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

/// Pins of pops_slot_ctrl.sv.
struct Inputs {
  Pin start{"start"};
  Pin startup{"startup"};
  Pin payload_cycles{"payload_cycles"};
  Pin n_slots{"n_slots"};
};

struct Outputs {
  Pin slot_strobe{"slot_strobe"};
  Pin guard{"guard"};
  Pin payload{"payload"};
  Pin slot_no{"slot_no"};
  Pin done{"done"};
};

struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& twins, const coupler_bank& bank)
      : twin{twins, std::string{bank.name()} + ".slot_ctrl"} {}
};

/// Twin of the clock of the slots: one slot in which somebody does something, or several in which
/// nobody does.
class pops_slot_ctrl_twin final : public twins_of<Lane>,
                                  public slot_watch_if,
                                  public slot_clock_if {
 public:
  pops_slot_ctrl_twin(coupler_bank& bank, const TwinSite& site)
      : twins_of{site, parameters()}, stars_{&bank} {
    bank.watch(*this);
    if (replaces()) bank.clock.in_front(*this);
  }

  static Parameters parameters() { return {{"CycleWidth", 32}, {"SlotWidth", 32}}; }

  void clock_starts(std::uint64_t count) override {
    Lane& clock = active_lane(0, *stars_);
    const LinkTiming& slot = stars_->rules().slot;
    clock.in.start.set(1);
    clock.in.startup.set(slot.startup);
    clock.in.payload_cycles.set(slot.beats(stars_->slot_words()));
    clock.in.n_slots.set(count);
    running_ = true;
  }
  /// In the clock's place: what starts it has been seen, and `finish` ends the slots.
  void start(std::uint64_t /*count*/, Cycles /*end*/) override {}

 private:
  void make_all() override { lane(0, *stars_); }

  void expect(Lane& clock, Cycles cycle) override {
    for (Pin* pin : {&clock.out.slot_strobe, &clock.out.guard, &clock.out.payload,
                     &clock.out.slot_no, &clock.out.done}) {
      pin->clear();
    }
    if (cycle >= stars_->slot_end()) return;
    const Cycles length = stars_->rules().slot.hop(stars_->slot_words());
    const auto gone = (cycle - stars_->slot_begin()).count();
    const auto phase = gone % length.count();
    const bool guard = phase < stars_->rules().slot.startup.count();
    clock.out.slot_strobe.set(phase == 0);
    clock.out.guard.set(guard);
    clock.out.payload.set(!guard);
    clock.out.slot_no.set(static_cast<std::uint64_t>(gone / length.count()));
    clock.out.done.set(cycle + 1_cycles == stars_->slot_end());
  }

  void follow(Lane& clock, Cycles cycle) override {
    const bool busy = clock.seen.guard.on() || clock.seen.payload.on();
    if (cycle > stars_->slot_end() + kPatience) wrong(clock, "does not end a slot");
    if (busy != running_) wrong(clock, running_ ? "stops within a slot" : "goes on after a slot");
    if (!clock.seen.done.on()) return;
    running_ = false;
    call_next_cycle();
  }

  void next_cycle() override { stars_->finish(); }

  bool goes_on(Lane& clock, Cycles cycle) override {
    clock.in.start.set(0);
    return replaces() ? running_ : cycle < stars_->slot_end();
  }

  coupler_bank* stars_;
  bool running_ = false;  ///< slots have not ended
};

TwinBlock pops_slot_ctrl_block() {
  return {.name = "pops_slot_ctrl",
          .part = "hw/optical/coupler_bank.hpp",
          .sizes = "any",
          .help = "Clock of the slots: guard cycles, then payload",
          .built = pops_slot_ctrl_twin::parameters(),
          .attach = attach_to<coupler_bank, pops_slot_ctrl_twin>};
}

}  // namespace plexus::pops_slot_ctrl_adapter
