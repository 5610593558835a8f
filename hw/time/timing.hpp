#pragma once

#include <compare>
#include <ostream>
#include <string>

#include "hw/time/units.hpp"

namespace plexus {

/// What one transfer costs on a clocked channel: start-up cycles, then words at a fixed bandwidth.
struct LinkTiming {
  Cycles startup{0};   ///< before the first word, >= 0
  Words bandwidth{1};  ///< words in each cycle, >= 1

  /// Cycles that `m` words keep the channel busy: startup + ceil(m / bandwidth); none for m = 0,
  /// because nothing is sent then. The papers' tau + m/b, with whole cycles.
  [[nodiscard]] constexpr Cycles hop(Words m) const {
    return m.count() == 0 ? Cycles{0} : startup + beats(m);
  }

  /// Cycles in which words cross the channel, one beat each: ceil(m / bandwidth).
  [[nodiscard]] constexpr Cycles beats(Words m) const {
    if (bandwidth.count() == 1) return Cycles{m.count()};  // a division costs as much as a hop
    return Cycles{(m.count() + bandwidth.count() - 1) / bandwidth.count()};
  }

  friend constexpr auto operator<=>(const LinkTiming&, const LinkTiming&) = default;
  friend std::ostream& operator<<(std::ostream& out, const LinkTiming& timing) {
    return out << "startup " << timing.startup << ", " << timing.bandwidth << " per cycle";
  }
};

/// `timing` of `part`; throws std::invalid_argument, which names the part, if no channel can have
/// it.
[[nodiscard]] LinkTiming checked(const LinkTiming& timing, const std::string& part);

static_assert(LinkTiming{2_cycles, 4_words}.hop(9_words) == 5_cycles);
static_assert(LinkTiming{2_cycles, 4_words}.hop(0_words) == 0_cycles);

}  // namespace plexus
