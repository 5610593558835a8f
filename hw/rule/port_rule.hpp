#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plexus {

/// Which transfers the channels of one node may carry in the same cycle. A read is an
/// incoming transfer, a write an outgoing one. Every rule but `kAllFull` has half-duplex channels.
enum class PortRule : std::uint8_t {
  kRingStrict,   ///< at most one read in each dimension
  kAllHalf,      ///< every channel, each in one direction
  kAllFull,      ///< every channel, in both directions at once
  kUniform,      ///< all active channels in the same direction
  kOneInOneOut,  ///< at most one read and one write
  kOnePort,      ///< at most one transfer
};

/// All rules, in the order of the specification.
inline constexpr std::array kPortRules{PortRule::kRingStrict,  PortRule::kAllHalf,
                                       PortRule::kAllFull,     PortRule::kUniform,
                                       PortRule::kOneInOneOut, PortRule::kOnePort};

/// The word of the command line: `ring-strict`, `all-half`, ...
[[nodiscard]] constexpr std::string_view to_string(PortRule rule) {
  switch (rule) {
    case PortRule::kRingStrict:
      return "ring-strict";
    case PortRule::kAllHalf:
      return "all-half";
    case PortRule::kAllFull:
      return "all-full";
    case PortRule::kUniform:
      return "uniform";
    case PortRule::kOneInOneOut:
      return "one-in-one-out";
    case PortRule::kOnePort:
      break;
  }
  return "one-port";
}

/// The rule that a word of the command line names; nothing for any other word.
[[nodiscard]] constexpr std::optional<PortRule> parse_port_rule(std::string_view word) {
  for (const PortRule rule : kPortRules) {
    if (to_string(rule) == word) return rule;
  }
  return std::nullopt;
}

/// May one channel carry a transfer in each direction at the same time?
[[nodiscard]] constexpr bool full_duplex(PortRule rule) { return rule == PortRule::kAllFull; }

}  // namespace plexus
