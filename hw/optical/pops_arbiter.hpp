#pragma once

#include <cstdint>

namespace plexus {

/// Round robin among `size` requesters: grants the one with the smallest (index - pointer) mod
/// size; the pointer moves past the winner only when that has gone through. Twin:
/// rtl/pops_arbiter.sv. Combinational; the pointer is the only state.
class pops_arbiter {
 public:
  /// Of two requesters `a` and `b` (0 .. size - 1), does `a` come first?
  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b, std::uint32_t size) const {
    return distance(a, size) < distance(b, size);
  }
  /// The winner (0 .. size - 1) has gone through.
  void advance(std::uint32_t winner, std::uint32_t size) {
    pointer_ = winner + 1 == size ? 0 : winner + 1;
  }
  [[nodiscard]] std::uint32_t pointer() const { return pointer_; }

 private:
  [[nodiscard]] std::uint32_t distance(std::uint32_t index, std::uint32_t size) const {
    return index >= pointer_ ? index - pointer_ : index + size - pointer_;
  }

  std::uint32_t pointer_ = 0;
};

}  // namespace plexus
