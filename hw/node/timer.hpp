#pragma once

#include "hw/node/program.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Wakes programs that wait for a cycle: one kernel event for all that are due in the same one.
class timer final : public sc_core::sc_module {
 public:
  explicit timer(sc_core::sc_module_name name);

  /// Completes `alarm` in cycle `cycle`, which must be later than the present one.
  void add(Cycles cycle, Action& alarm) { calendar_.add(cycle, &alarm); }
  /// Forgets `alarm`, which was added for `cycle`.
  void remove(Cycles cycle, const Action& alarm);

 private:
  void wake();

  Calendar<Action*> calendar_;
};

}  // namespace plexus
