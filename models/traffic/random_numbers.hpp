#pragma once

#include <cstdint>
#include <random>

namespace plexus {

/// Random numbers that are the same on every computer: the generator is the one that the C++
/// standard specifies bit by bit, the distributions (which it leaves open) are our own.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : bits_{seed} {}

  /// 0 .. count - 1, all equally likely (to one part in 2^32 / count): multiply and shift, Lemire
  /// 2019 without rejection.
  [[nodiscard]] std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>((bits_() >> 32) * count >> 32);
  }
  /// True with this probability, 0 .. 1.
  [[nodiscard]] bool happens(double probability) {
    return static_cast<double>(bits_() >> 11) * 0x1p-53 < probability;
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace plexus
