#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plexus {

/// A set of the numbers 0 .. size - 1, a bit each: of many, few of which may be in it, those are
/// found without a look at the others.
class BitSet {
 public:
  explicit BitSet(std::size_t size = 0) : words_((size + 63) / 64, 0) {}

  void add(std::size_t number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
  void remove(std::size_t number) { words_[number / 64] &= ~(std::uint64_t{1} << number % 64); }

  /// Calls `visit` for each number, the lowest first. It may remove that number, and add others:
  /// those of a later word are visited, too.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1) {
        visit(static_cast<std::uint32_t>(64 * word +
                                         static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  }
  /// The same, and removes them.
  template <typename Visit>
  void take_all(const Visit& visit) {
    for_each([&](std::uint32_t number) {
      remove(number);
      visit(number);
    });
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace plexus
