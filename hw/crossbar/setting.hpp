#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "hw/time/units.hpp"

namespace plexus {

/// Cycles of one message over one link in one direction: handshake, start-up, then words.
struct RendezvousTiming {
  Cycles handshake{0};              ///< of the rendezvous, >= 0
  Cycles startup{0};                ///< before the first word, >= 0
  std::int64_t cycles_per_word{1};  ///< of links slower than a word per cycle, >= 1
  Words bandwidth{1};               ///< words in each cycle, >= 1

  /// C(m) = handshake + startup + ceil(m cycles_per_word / bandwidth) for m >= 1; none for m = 0,
  /// because nothing is sent then. What no 64-bit number holds becomes the largest one.
  [[nodiscard]] constexpr Cycles transfer(Words m) const {
    return m.count() == 0 ? Cycles{0} : Cycles{handshake + startup + beats(m)};
  }
  /// Cycles in which words cross: ceil(m cycles_per_word / bandwidth).
  [[nodiscard]] constexpr Cycles beats(Words m) const {
    __extension__ using Wide = __int128;
    const Wide parts = Wide{m.count()} * cycles_per_word;
    const Wide whole = (parts + bandwidth.count() - 1) / bandwidth.count();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 8;
    return Cycles{static_cast<std::int64_t>(std::min<Wide>(whole, kMost))};
  }
  /// Words of a message of m that are across when its first `passed` cycles have passed.
  [[nodiscard]] constexpr Words across(Words m, Cycles passed) const {
    __extension__ using Wide = __int128;
    const Cycles data = std::max(0_cycles, passed - handshake - startup);
    const Wide words = Wide{data.count()} * bandwidth.count() / cycles_per_word;
    return Words{static_cast<std::int64_t>(std::min<Wide>(words, m.count()))};
  }

  friend constexpr bool operator==(const RendezvousTiming&, const RendezvousTiming&) = default;
};

static_assert(RendezvousTiming{2_cycles, 3_cycles, 1, 4_words}.transfer(9_words) == 8_cycles);
static_assert(RendezvousTiming{2_cycles, 3_cycles, 2, 3_words}.across(9_words, 8_cycles) ==
              4_words);
static_assert(RendezvousTiming{0_cycles, 1150_cycles, 88, 1_words}.transfer(10_words) ==
              2030_cycles);

/// What setting links costs: R(n) = beta_r + n tau_r cycles for n links in one command.
struct SettingTiming {
  Cycles fixed{0};     ///< beta_r >= 0
  Cycles per_link{0};  ///< tau_r >= 0

  [[nodiscard]] constexpr Cycles command(std::int64_t links) const {
    return fixed + links * per_link;
  }

  friend constexpr bool operator==(const SettingTiming&, const SettingTiming&) = default;
};

/// When the links that a manager sets can be used: all of a phase together, or each at once.
enum class Grain { kPhase, kLink };
/// Who sets links: one manager one after the other, or every node its own ends.
enum class Setters { kCentral, kPerNode };

[[nodiscard]] constexpr std::string_view to_string(Grain grain) {
  return grain == Grain::kPhase ? "phase" : "link";
}
[[nodiscard]] constexpr std::string_view to_string(Setters setters) {
  return setters == Setters::kCentral ? "central" : "per-node";
}

/// How the configurations of a machine are set during a run.
struct SettingPolicy {
  SettingTiming timing;
  bool dynamic = false;  ///< nodes ask for each link; otherwise the schedule says what comes
  // Of a schedule:
  Grain grain = Grain::kPhase;
  int banks = 1;   ///< 2: the next configuration is loaded while the present one works
  Cycles swap{0};  ///< until a loaded configuration is active; with two banks
  Setters setters = Setters::kCentral;
  // Of requests:
  std::uint64_t batch = 1;    ///< most requests that one command serves; 0: all that wait
  Cycles request_latency{0};  ///< until a request arrives at the manager

  friend constexpr bool operator==(const SettingPolicy&, const SettingPolicy&) = default;
};

}  // namespace plexus
