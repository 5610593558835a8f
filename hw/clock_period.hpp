#pragma once

#include "hw/systemc.hpp"
#include "hw/units.hpp"

namespace plexus {

/// The one place where cycles become kernel time and back: 1 cycle = 10 ns.
class ClockPeriod {
 public:
  [[nodiscard]] sc_core::sc_time time(Cycles cycles) const {
    return sc_core::sc_time::from_value(period_.value() *
                                        static_cast<sc_dt::uint64>(cycles.count()));
  }
  [[nodiscard]] Cycles cycles(const sc_core::sc_time& time) const {
    return Cycles{static_cast<std::int64_t>(time.value() / period_.value())};
  }
  /// Cycles since the start of the run.
  [[nodiscard]] Cycles now() const { return cycles(sc_core::sc_time_stamp()); }

 private:
  sc_core::sc_time period_{10, sc_core::SC_NS};
};

}  // namespace plexus
