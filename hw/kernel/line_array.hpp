#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace plexus {

/// An array that begins where a line of the computer's caches does, so that what fits a line is in
/// one. Of a fixed size; of things that need no destruction.
template <typename Item>
class LineArray {
  static_assert(std::is_trivially_destructible_v<Item>);

 public:
  explicit LineArray(std::size_t size)
      : items_{static_cast<Item*>(::operator new[](size * sizeof(Item), kLine))} {
    std::uninitialized_value_construct_n(items_.get(), size);
  }

  [[nodiscard]] Item* get() const { return items_.get(); }
  Item& operator[](std::size_t place) const { return items_.get()[place]; }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Delete {
    void operator()(Item* items) const { ::operator delete[](items, kLine); }
  };

  std::unique_ptr<Item, Delete> items_;
};

}  // namespace plexus
