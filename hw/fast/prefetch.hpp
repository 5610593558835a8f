#pragma once

#include <cstddef>
#include <cstdint>

namespace plexus {

/// Large machines do not fit the caches of the computer that runs the model: whoever works off a
/// list of things to do asks for what those some places ahead will touch.
inline constexpr std::size_t kLookAhead = 12;

/// What a list of up to so many things touches is in the second cache since the last time.
inline constexpr std::size_t kShortList = 1024;

/// Asks for `size` bytes, which need not be there. Changes no result.
inline void prefetch(const void* bytes, std::size_t size) {
  constexpr std::size_t kLine = 64;
  const auto first = reinterpret_cast<std::uintptr_t>(bytes);
  for (std::size_t line = 0; line < size; line += kLine) {
    __builtin_prefetch(reinterpret_cast<const void*>(first + line), 1);
  }
  // Without it the compiler takes a function that only prefetches for one without effect.
  asm volatile("");
}

}  // namespace plexus
