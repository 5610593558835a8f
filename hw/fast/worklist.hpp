#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace plexus {

/// A list of small things to do that is filled and worked off again and again. `put` is what a hop
/// pays for: a comparison and a store; the first one and growing are left to `put_growing`, so that
/// a function that ends with `if (!list.put(item)) list.put_growing(item);` needs no frame of its
/// own, and whoever has to be woken for the first one learns of it without asking.
template <typename Item>
class Worklist {
 public:
  /// Appends `item`; false, and nothing, if it would be the first one or there is no room.
  bool put(const Item& item) {
    if (end_ == room_) [[unlikely]]
      return false;
    *end_++ = item;
    return true;
  }
  [[gnu::noinline]] void put_growing(Item item) {
    if (size() == allocated_) {
      allocated_ = std::max<std::size_t>(64, 2 * allocated_);
      auto larger = std::make_unique<Item[]>(allocated_);
      std::copy_n(items_.get(), size(), larger.get());
      end_ = larger.get() + size();
      items_ = std::move(larger);
    }
    room_ = items_.get() + allocated_;
    *end_++ = item;
  }

  [[nodiscard]] bool empty() const { return end_ == items_.get(); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - items_.get()); }
  [[nodiscard]] const Item& operator[](std::size_t place) const { return items_[place]; }
  [[nodiscard]] std::span<const Item> items() const { return {items_.get(), size()}; }
  void clear() { end_ = room_ = items_.get(); }

 private:
  Item* end_ = nullptr;   ///< behind the last one
  Item* room_ = nullptr;  ///< behind the last place; where the list begins as long as it is empty
  std::unique_ptr<Item[]> items_;
  std::size_t allocated_ = 0;
};

}  // namespace plexus
