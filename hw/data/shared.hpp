#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hw/fast/line_pool.hpp"

namespace plexus {

/// A value that never changes and that its copies share; without one it is empty. As cheap to pass
/// on as a pointer. Counts its owners without locks: a simulation runs in one thread.
template <typename Value>
class Shared {
 public:
  Shared() = default;
  explicit Shared(Value value) : held_{new Held{std::move(value), 1}} {}
  Shared(const Shared& other) : held_{other.held_} {
    if (held_ != nullptr) ++held_->owners;
  }
  Shared(Shared&& other) noexcept : held_{std::exchange(other.held_, nullptr)} {}
  Shared& operator=(const Shared& other) {
    Shared copy{other};
    std::swap(held_, copy.held_);
    return *this;
  }
  Shared& operator=(Shared&& other) noexcept {
    Held* const before = std::exchange(held_, std::exchange(other.held_, nullptr));
    release(before);
    return *this;
  }
  ~Shared() { release(held_); }
  /// Cheaper than an assignment: nobody's value can go.
  void swap(Shared& other) noexcept { std::swap(held_, other.held_); }

  explicit operator bool() const { return held_ != nullptr; }
  const Value& operator*() const { return held_->value; }
  /// Where the value is, for a look at its address; null without one.
  [[nodiscard]] const void* address() const { return held_; }

 private:
  struct Held {
    Value value;
    std::uint64_t owners;

    static void* operator new(std::size_t size) { return LinePool::take(size); }
    static void operator delete(void* held, std::size_t size) { LinePool::give_back(held, size); }
  };

  static void release(Held* held) {
    if (held != nullptr && --held->owners == 0) delete held;
  }

  Held* held_ = nullptr;
};

}  // namespace plexus
