#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace plexus {

/// A queue that takes memory when something waits in it, and little then: a machine has one for
/// each of many ports at which hardly anything ever waits.
template <typename Item>
class Fifo {
 public:
  [[nodiscard]] bool empty() const { return first_ == items_.size(); }
  [[nodiscard]] Item& front() { return items_[first_]; }
  void push_back(Item item) {
    if (first_ > 16 && 2 * first_ > items_.size()) {  // more places are free than taken
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    items_.push_back(std::move(item));
  }
  void pop_front() {
    if (++first_ < items_.size()) return;
    items_.clear();
    first_ = 0;
  }

 private:
  std::vector<Item> items_;
  std::size_t first_ = 0;
};

}  // namespace plexus
