#pragma once

#include <cstddef>

namespace plexus {

/// Asks the computer that runs the model to fetch `size` bytes that will be needed soon: large
/// machines do not fit its caches. Changes no result.
inline void prefetch(const void* bytes, std::size_t size) {
  constexpr std::size_t kLine = 64;
  const char* const first = static_cast<const char*>(bytes);
  for (std::size_t line = 0; line < size; line += kLine) __builtin_prefetch(first + line, 1);
  asm volatile(
      "");  // or the compiler takes a function that does nothing else for one without effect
}

}  // namespace plexus
