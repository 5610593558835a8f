#pragma once

#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A calendar queue with its event: one kernel event for all that is due in the same cycle, which
/// comes as long as something is entered. Member of a module, whose process takes what is due.
template <typename Item>
class Calendar {
 public:
  explicit Calendar(const ClockPeriod& clock = ClockPeriod{}) : clock_{clock} {}

  /// Comes at the beginning of a cycle in which something is due.
  [[nodiscard]] const sc_core::sc_event& due_event() const { return due_; }
  /// Enters `item` for `cycle`, later than the present one.
  void add(Cycles cycle, Item item) {
    const bool earliest = queue_.empty() || cycle < queue_.next();
    queue_.add(cycle, item);
    if (earliest) notify(cycle);
  }
  /// Takes out what is due in the present cycle, when the event has come. The list stays valid
  /// until the next call.
  const std::vector<Item>& take_due() {
    const std::vector<Item>& due = queue_.take_next();
    if (!queue_.empty()) notify(queue_.next());
    return due;
  }
  /// Calls `change(item)` for every item that is due in `cycle`; it may change them.
  template <typename Change>
  void replace(Cycles cycle, Change change) {
    queue_.replace(cycle, change);
  }

 private:
  void notify(Cycles cycle) { due_.notify(clock_.time(cycle - clock_.now())); }

  ClockPeriod clock_;
  CalendarQueue<Item> queue_;
  sc_core::sc_event due_{"due"};
};

}  // namespace plexus
