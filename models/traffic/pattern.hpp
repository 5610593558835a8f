#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// Where the packets of synthetic traffic go.
struct TrafficPattern {
  enum class Kind {
    kUniform,  ///< any node, all equally likely
    kHotspot,  ///< with probability `share` to node `hot`, else uniform
    kFixed,    ///< from node v always to `destinations[v]`
  };
  Kind kind = Kind::kUniform;
  NodeId hot = 0;
  double share = 0;
  std::vector<NodeId> destinations;
};

/// Nodes of a machine along its dimensions; one number where it has none.
using TrafficSides = std::vector<std::int64_t>;
/// The product of all sides.
[[nodiscard]] NodeId nodes_along(const TrafficSides& sides);

/// The words that `parse_traffic_pattern` takes, for `--help` and lists.
inline constexpr const char* kTrafficPatterns =
    "uniform, hotspot:NODE,SHARE, permutation, shift:DISTANCE, transpose, complement, "
    "bit-reversal, tornado, neighbour";

/// The pattern that a word names, for nodes numbered along `sides`, the last coordinate fastest:
/// - `uniform`; `hotspot:NODE,SHARE`; `shift:DISTANCE`, to (v + distance) mod nodes;
/// - `transpose`: coordinates in reverse order; with one side the bits of the number, rotated left
///   by half of them;
/// - `complement`: node nodes - 1 - v, the complement of every bit or coordinate;
/// - `bit-reversal`: the bits of the number in reverse order;
/// - `tornado`: ceil(side / 2) - 1 further in every dimension; `neighbour`: one further in each;
/// - `permutation`: fixed, with destinations that are the machine's to fill in.
/// Throws Refusal: usage (no such word), range (node, share, distance), size (a machine for which
/// the pattern is not defined).
[[nodiscard]] TrafficPattern parse_traffic_pattern(std::string_view word,
                                                   const TrafficSides& sides);

}  // namespace plexus
