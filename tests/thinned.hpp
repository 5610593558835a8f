#pragma once

#include <cstddef>
#include <vector>

namespace plexus {

#ifdef PLEXUS_SANITIZED
inline constexpr int kThinning = 4;
#else
inline constexpr int kThinning = 1;
#endif

/// How many of `count` cases are tried: all, and a quarter of them, one at least, under sanitizers,
/// where each takes ten times as long and the same code says what there is to say.
constexpr int thinned(int count) { return (count + kThinning - 1) / kThinning; }

/// Those that are tried: all, and every fourth under sanitizers.
template <typename T>
std::vector<T> thinned(const std::vector<T>& all) {
  std::vector<T> some;
  for (std::size_t i = 0; i < all.size(); i += kThinning) some.push_back(all[i]);
  return some;
}

}  // namespace plexus
