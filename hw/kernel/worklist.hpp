#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace plexus {

/// A list of small things to do that is filled and worked off again and again. `put` is what a hop
/// pays for: a comparison and a store; growing is left to `put_growing`, so that a function that
/// ends with `if (list.empty() || !list.put(item)) put_apart(item);`, which sees to the first item
/// and to growing, needs no frame of its own.
template <typename Item>
class Worklist {
 public:
  /// Appends `item`; false, and nothing, if there is no room.
  bool put(const Item& item) {
    if (size_ == room_) [[unlikely]]
      return false;
    items_[size_++] = item;
    return true;
  }
  [[gnu::noinline]] void put_growing(Item item) {
    if (size_ == room_) {
      room_ = std::max<std::size_t>(64, 2 * room_);
      auto larger = std::make_unique<Item[]>(room_);
      std::copy_n(items_.get(), size_, larger.get());
      items_ = std::move(larger);
    }
    items_[size_++] = item;
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Item& operator[](std::size_t place) const { return items_[place]; }
  [[nodiscard]] std::span<const Item> items() const { return {items_.get(), size_}; }
  void clear() { size_ = 0; }

 private:
  std::unique_ptr<Item[]> items_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace plexus
