#pragma once

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// The one place where cycles become kernel time and back: 1 cycle = 10 ns, or the period that a
/// network in a platform of one's own is given. Edges lie at the multiples of the period.
class ClockPeriod {
 public:
  ClockPeriod() : ClockPeriod{sc_core::sc_time{10, sc_core::SC_NS}} {}
  /// Ends elaboration if the kernel's time resolution is too coarse for it.
  explicit ClockPeriod(const sc_core::sc_time& period) : period_{period} {
    if (period.value() == 0) [[unlikely]]
      too_short();
  }

  [[nodiscard]] const sc_core::sc_time& period() const { return period_; }
  /// The time until `cycles` from now. Ends the run (`limit`) if the kernel cannot count so far:
  /// its time is a 64-bit number of picoseconds, 1.8e15 cycles of 10 ns.
  [[nodiscard]] sc_core::sc_time time(Cycles cycles) const {
    sc_dt::uint64 span = 0;
    const sc_dt::uint64 now_value = sc_core::sc_time_stamp().value();
    if (__builtin_mul_overflow(period_.value(), cycles.count(), &span) ||
        now_value + span < now_value) {
      end_of_time();
    }
    return sc_core::sc_time::from_value(span);
  }
  [[nodiscard]] Cycles cycles(const sc_core::sc_time& time) const {
    return Cycles{static_cast<std::int64_t>(time.value() / period_.value())};
  }
  /// Cycles since the start of the run.
  [[nodiscard]] Cycles now() const { return cycles(sc_core::sc_time_stamp()); }

  // ---- for those who may ask between two edges
  /// Does an edge lie at the present time?
  [[nodiscard]] bool at_edge() const {
    return sc_core::sc_time_stamp().value() % period_.value() == 0;
  }
  /// The cycle that begins with the next edge, or with the present one.
  [[nodiscard]] Cycles next_edge() const { return at_edge() ? now() : now() + 1_cycles; }
  /// The time until that edge; zero at one.
  [[nodiscard]] sc_core::sc_time until_edge() const {
    const sc_dt::uint64 past = sc_core::sc_time_stamp().value() % period_.value();
    return sc_core::sc_time::from_value(past == 0 ? 0 : period_.value() - past);
  }
  /// The time until `cycle`, which is none of the past, begins.
  [[nodiscard]] sc_core::sc_time until(Cycles cycle) const {
    return until_edge() + time(cycle - next_edge());
  }
  /// The time until the first edge behind the present time.
  [[nodiscard]] sc_core::sc_time until_later_edge() const {
    return at_edge() ? period_ : until_edge();
  }

 private:
  [[noreturn]] static void end_of_time();
  [[noreturn]] static void too_short();

  sc_core::sc_time period_;
};

}  // namespace plexus
