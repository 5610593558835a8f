#pragma once

#include <array>
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

}  // namespace plexus
