#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plexus {

/// Numbers 0 .. size - 1 that something is to be done for, taken out in rising order whatever the
/// order in which they came in.
class PendingSet {
 public:
  void resize(std::size_t size) {
    words_.assign((size + 63) / 64, 0);
    summary_.assign((words_.size() + 63) / 64, 0);
  }

  void add(std::uint32_t number) {
    words_[number / 64] |= std::uint64_t{1} << number % 64;
    summary_[number / 4096] |= std::uint64_t{1} << number / 64 % 64;
  }

  /// Takes all numbers out and calls `use` for each, the lowest first. `use` must not add any.
  template <typename Use>
  void take_all(const Use& use) {
    for (std::size_t group = 0; group < summary_.size(); ++group) {
      for (std::uint64_t left = summary_[group]; left != 0; left &= left - 1) {
        const std::size_t word = 64 * group + static_cast<std::size_t>(std::countr_zero(left));
        for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
          use(static_cast<std::uint32_t>(64 * word +
                                         static_cast<std::size_t>(std::countr_zero(bits))));
        }
        words_[word] = 0;
      }
      summary_[group] = 0;
    }
  }

 private:
  std::vector<std::uint64_t> words_;    ///< a bit per number
  std::vector<std::uint64_t> summary_;  ///< a bit per word
};

}  // namespace plexus
