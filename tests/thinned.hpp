#pragma once

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

namespace plexus {

/// One of how many cases is tried: each of them where PLEXUS_FULL is set (`./plexus test full`),
/// else every third; under sanitizers, where each takes ten times as long, every eighth.
inline int thinning() {
#ifdef PLEXUS_SANITIZED
  constexpr int kDaily = 8;
#else
  constexpr int kDaily = 3;
#endif
  static const int one_of = std::getenv("PLEXUS_FULL") == nullptr ? kDaily : 1;
  return one_of;
}

/// How many of `count` cases are tried, one at least.
inline int thinned(int count) { return (count + thinning() - 1) / thinning(); }

/// Those that are tried, in their order: all, or a sample that PLEXUS_SEED draws, 1 if it is not
/// set.
template <typename T>
std::vector<T> thinned(const std::vector<T>& all) {
  const char* const seed = std::getenv("PLEXUS_SEED");
  std::mt19937 random{seed == nullptr ? 1U
                                      : static_cast<unsigned>(std::strtoul(seed, nullptr, 10))};
  std::vector<T> some;
  std::sample(all.begin(), all.end(), std::back_inserter(some),
              thinned(static_cast<int>(all.size())), random);
  return some;
}

}  // namespace plexus
