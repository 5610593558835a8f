#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// What is due when: items by the cycle in which they are due. Made for many items that fall due
/// in few different cycles, as the hops of a collective do; items of one cycle keep their order.
template <typename Item>
class CalendarQueue {
 public:
  [[nodiscard]] bool empty() const { return days_.empty(); }
  /// The earliest cycle for which something is due; the calendar queue must not be empty.
  [[nodiscard]] Cycles next() const { return days_.back().cycle; }

  void add(Cycles cycle, Item item) { day(cycle).push_back(item); }

  /// The items that are due in `cycle`, to add to. Valid until `day` is asked for another cycle or
  /// `take_next` is called; something must be added.
  [[nodiscard]] std::vector<Item>& day(Cycles cycle) {
    if (recent_ < days_.size() && days_[recent_].cycle == cycle) return days_[recent_].items;
    return add_day(cycle);
  }

  /// Calls `change(item)` for every item that is due in `cycle`; it may change them.
  template <typename Change>
  void replace(Cycles cycle, Change change) {
    for (Day& day : days_) {
      if (day.cycle != cycle) continue;
      for (Item& item : day.items) change(item);
    }
  }

  /// Takes out what is due next. The list stays valid until the next call.
  const std::vector<Item>& take_next() {
    std::swap(due_, days_.back().items);
    spare_ = std::move(days_.back().items);
    days_.pop_back();
    recent_ = days_.size();
    return due_;
  }

 private:
  struct Day {
    Cycles cycle;
    std::vector<Item> items;
  };

  [[gnu::noinline]] std::vector<Item>& add_day(Cycles cycle) {
    const auto place = std::partition_point(  // latest first
        days_.begin(), days_.end(), [cycle](const Day& day) { return day.cycle > cycle; });
    recent_ = static_cast<std::size_t>(place - days_.begin());
    if (place != days_.end() && place->cycle == cycle) return place->items;
    std::vector<Item> items = std::move(spare_);
    items.clear();
    return days_.insert(place, Day{cycle, std::move(items)})->items;
  }

  std::vector<Day> days_;  ///< latest first, so that the next one is at the back
  std::size_t recent_ = 0;
  std::vector<Item> due_;
  std::vector<Item> spare_;  ///< memory of a list that is no longer needed
};

}  // namespace plexus
