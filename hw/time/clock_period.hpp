#pragma once

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// The one place where cycles become kernel time and back: 1 cycle = 10 ns.
class ClockPeriod {
 public:
  /// The time until `cycles` from now. Ends the run (`limit`) if the kernel cannot count so far:
  /// its time is a 64-bit number of picoseconds, 1.8e15 cycles.
  [[nodiscard]] sc_core::sc_time time(Cycles cycles) const {
    constexpr Cycles kFits{std::int64_t{1} << 50};  // in 64 bits
    const sc_dt::uint64 span = period_.value() * static_cast<sc_dt::uint64>(cycles.count());
    const sc_dt::uint64 now_value = sc_core::sc_time_stamp().value();
    if (cycles > kFits || now_value + span < now_value) end_of_time();
    return sc_core::sc_time::from_value(span);
  }
  [[nodiscard]] Cycles cycles(const sc_core::sc_time& time) const {
    return Cycles{static_cast<std::int64_t>(time.value() / period_.value())};
  }
  /// Cycles since the start of the run.
  [[nodiscard]] Cycles now() const { return cycles(sc_core::sc_time_stamp()); }

 private:
  [[noreturn]] static void end_of_time();

  sc_core::sc_time period_{10, sc_core::SC_NS};
};

}  // namespace plexus
