#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plexus {

/// A queue, a ring of places that grows when it is full. It takes memory when something waits in
/// it, and little then: a machine has one for each of many ports at which hardly anything ever
/// waits.
template <typename Item>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Item& front() { return items_[first_]; }
  /// The item `i` places behind the front.
  [[nodiscard]] const Item& operator[](std::size_t i) const { return items_[place(i)]; }

  void push_back(Item item) {
    if (size_ == items_.size()) grow();
    items_[place(size_++)] = std::move(item);
  }
  Item pop_back() { return std::move(items_[place(--size_)]); }
  Item pop_front() {
    const std::size_t first = std::exchange(first_, static_cast<std::uint32_t>(place(1)));
    --size_;
    return std::move(items_[first]);
  }
  /// Takes the item `i` places behind the front out.
  Item take(std::size_t i) {
    for (; i > 0; --i) std::swap(items_[place(i)], items_[place(i - 1)]);
    // What was taken has gone forward to the front, the others one place back.
    return pop_front();
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t i) const {
    return (first_ + i) & (items_.size() - 1);
  }
  [[gnu::noinline]] void grow() {
    std::vector<Item> larger(items_.empty() ? 2 : 2 * items_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(items_[place(i)]);
    items_ = std::move(larger);
    first_ = 0;
  }

  std::vector<Item> items_;  ///< 0 or a power of two of them
  std::uint32_t first_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace plexus
