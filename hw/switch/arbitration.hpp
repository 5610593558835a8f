#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plexus {

/// Who wins what several packets want: an output, or the way out of an input.
enum class Arbitration {
  kAlternating,  ///< the next input after the one that won it last; first the upper one
  kFixed,        ///< the upper one
  kOldest,       ///< the packet that was made first; of equally old ones the upper one
  kRandom,       ///< by a coin that the element throws in every cycle
};

inline constexpr std::array kArbitrations{Arbitration::kAlternating, Arbitration::kFixed,
                                          Arbitration::kOldest, Arbitration::kRandom};

/// The word of the command line: `alternating`, `fixed`, `oldest`, `random`.
[[nodiscard]] constexpr std::string_view to_string(Arbitration arbitration) {
  switch (arbitration) {
    case Arbitration::kAlternating:
      return "alternating";
    case Arbitration::kFixed:
      return "fixed";
    case Arbitration::kOldest:
      return "oldest";
    case Arbitration::kRandom:
      break;
  }
  return "random";
}

/// The kind that a word of the command line names; nothing for any other word.
[[nodiscard]] constexpr std::optional<Arbitration> parse_arbitration(std::string_view word) {
  for (const Arbitration arbitration : kArbitrations) {
    if (to_string(arbitration) == word) return arbitration;
  }
  return std::nullopt;
}

inline constexpr std::uint32_t kNoContender = ~0U;

/// Which of several contenders wins: numbers, `first` the lowest of them. `behind(i)`: the next one
/// above i, or kNoContender; `won_last`: who won before; `born(i)`: when the packet of i was made;
/// `coin()`: how many of them, from the lowest on, a coin passes over.
template <typename Behind, typename Born, typename Coin>
[[nodiscard]] std::uint32_t winner_of(Arbitration arbitration, std::uint32_t first,
                                      std::uint32_t won_last, const Behind& behind,
                                      const Born& born, const Coin& coin) {
  std::uint32_t winner = first;
  switch (arbitration) {
    case Arbitration::kFixed:
      break;
    case Arbitration::kAlternating: {
      const std::uint32_t next = behind(won_last);
      if (next != kNoContender) winner = next;
      break;
    }
    case Arbitration::kOldest:
      for (std::uint32_t i = behind(first); i != kNoContender; i = behind(i)) {
        if (born(i) < born(winner)) winner = i;
      }
      break;
    case Arbitration::kRandom:
      for (std::uint32_t left = coin(); left > 0; --left) winner = behind(winner);
      break;
  }
  return winner;
}

}  // namespace plexus
