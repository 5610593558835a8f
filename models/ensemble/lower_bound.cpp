#include "models/ensemble/lower_bound.hpp"

#include <algorithm>

namespace plexus {

Cycles lower_bound(std::int64_t hops, Words volume, std::int64_t channels, LinkTiming link) {
  if (hops == 0 || volume == 0_words) return 0_cycles;
  const Words busiest{(volume.count() + channels - 1) / channels};
  return std::max(hops * link.hop(1_words), link.hop(busiest));
}

}  // namespace plexus
