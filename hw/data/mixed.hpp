#pragma once

#include <cstdint>

namespace plexus {

// splitmix64 (Steele, Lea, Flood 2014): a counter and a mix of its bits. Random numbers that depend
// on nothing but what they are drawn for.

/// What its counter goes on by.
inline constexpr std::uint64_t kMixedStep = 0x9e3779b97f4a7c15U;

/// 64 well mixed bits of such a counter, other ones for each value; 0 of 0.
[[nodiscard]] constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

/// The same of any number, such as a small one: a fixed bijection whose values look random.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x) { return mixed_bits(x + kMixedStep); }

}  // namespace plexus
