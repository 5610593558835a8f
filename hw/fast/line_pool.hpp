#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace plexus {

/// Memory for what a hop touches: nodes, ports, links, programs, what packets carry. Pieces begin
/// where a line of the computer's caches does, and those that are taken one after the other lie one
/// after the other, in large pages once they are many: a machine's nodes in the order of their
/// numbers, however much else is made in between. What is given back is kept for pieces of the same
/// size. One thread alone may use it, as with all of a simulation.
class LinePool {
 public:
  static constexpr std::size_t kLine = 64;

  /// `bytes` bytes, which are not cleared. Throws std::bad_alloc.
  [[nodiscard]] static void* take(std::size_t bytes) {
    const std::size_t lines = lines_of(bytes);
    if (lines > kMostLines || !kKeeps) [[unlikely]]
      return ::operator new (lines* kLine, std::align_val_t{kLine});
    if (Free* const again = free_[lines]) {
      free_[lines] = again->next;
      return again;
    }
    if (lines > left_) [[unlikely]]
      add_chunk();
    std::byte* const piece = next_;
    next_ += lines * kLine;
    left_ -= lines;
    return piece;
  }
  /// What `take(bytes)` has returned is not used any more.
  static void give_back(void* piece, std::size_t bytes) noexcept {
    const std::size_t lines = lines_of(bytes);
    if (lines > kMostLines || !kKeeps) [[unlikely]]
      return ::operator delete (piece, std::align_val_t{kLine});
    free_[lines] = new (piece) Free{free_[lines]};
  }
  /// `count` items, for which nothing need be done at their end.
  template <typename Item>
  [[nodiscard]] static Item* take_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<Item>);
    auto* const items = static_cast<Item*>(take(array_size<Item>(count)));
    std::uninitialized_value_construct_n(items, count);
    return items;
  }
  template <typename Item>
  static void give_back_array(Item* items, std::size_t count) noexcept {
    give_back(items, array_size<Item>(count));
  }

 private:
  /// A piece that was given back.
  struct Free {
    Free* next;
  };

  static constexpr std::size_t kMostLines = 64;
#if defined(PLEXUS_SANITIZED)
  static constexpr bool kKeeps = false;  // what is used after its end is to be found
#else
  static constexpr bool kKeeps = true;
#endif

  [[nodiscard]] static constexpr std::size_t lines_of(std::size_t bytes) {
    return (bytes + kLine - 1) / kLine;
  }
  template <typename Item>
  [[nodiscard]] static constexpr std::size_t array_size(std::size_t count) {
    return (count == 0 ? 1 : count) * sizeof(Item);
  }
  static void add_chunk();

  static constinit inline Free* free_[kMostLines + 1] = {};  ///< by lines
  static constinit inline std::byte* next_ = nullptr;
  static constinit inline std::size_t left_ = 0;    ///< lines from there on
  static constinit inline std::size_t chunks_ = 0;  ///< bytes of all chunks
};

/// Takes what a container holds from the pool.
template <typename Item>
struct LinePoolAllocator {
  using value_type = Item;

  LinePoolAllocator() = default;
  template <typename Other>
  LinePoolAllocator(const LinePoolAllocator<Other>& /*other*/) {}  // NOLINT: containers convert

  [[nodiscard]] Item* allocate(std::size_t count) {
    return static_cast<Item*>(LinePool::take(count * sizeof(Item)));
  }
  void deallocate(Item* items, std::size_t count) noexcept {
    LinePool::give_back(items, count * sizeof(Item));
  }
  friend bool operator==(LinePoolAllocator, LinePoolAllocator) { return true; }
};

}  // namespace plexus
