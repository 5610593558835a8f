#pragma once

#include "hw/node/program.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Wakes programs that wait for a cycle: one kernel event for all that are due in the same one.
class timer final : public sc_core::sc_module {
 public:
  explicit timer(sc_core::sc_module_name name);

  /// Completes `alarm` in cycle `cycle`, which must be later than the present one.
  void add(Cycles cycle, Action& alarm);
  /// Forgets `alarm`, which was added for `cycle`.
  void remove(Cycles cycle, const Action& alarm);

 private:
  void wake();

  ClockPeriod clock_;
  CalendarQueue<Action*> calendar_;
  sc_core::sc_event due_{"due"};
};

}  // namespace plexus
