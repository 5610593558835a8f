#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// Nodes 0 .. nodes - 1 behind a reconfigurable switch, each with `ports` links that can go to any
/// other node (section 3 of the paper). `r` = ports + 1 nodes make a clique of degree `ports`.
struct ReconfigurableShape {
  std::int64_t nodes = 9;  ///< N >= 1
  std::int64_t ports = 2;  ///< k >= 1; k >= N - 1 is as good as N - 1

  /// The shape of all algorithms that use every port: k = min(ports, N - 1).
  [[nodiscard]] static constexpr ReconfigurableShape effective(std::int64_t nodes,
                                                               std::int64_t ports) {
    return {nodes, std::min(ports, nodes - 1)};
  }

  [[nodiscard]] constexpr std::int64_t radix() const { return ports + 1; }
  /// r^l, for l .. such that it is at most a step above the nodes.
  [[nodiscard]] constexpr std::int64_t power(int l) const {
    std::int64_t result = 1;
    for (int i = 0; i < l; ++i) result *= radix();
    return result;
  }
  /// h = ceil(log_r N): a step multiplies the nodes reached by at most r.
  [[nodiscard]] constexpr int steps() const {
    int h = 0;
    for (std::int64_t reached = 1; reached < nodes; reached *= radix()) ++h;
    return h;
  }
  /// floor(log_r N); 0 for one node.
  [[nodiscard]] constexpr int whole_steps() const {
    if (nodes == 1) return 0;
    int steps = 0;
    for (std::int64_t reached = radix(); reached <= nodes; reached *= radix()) ++steps;
    return steps;
  }
  /// N = r^h, as everywhere in the paper.
  [[nodiscard]] constexpr bool is_power() const { return nodes == 1 || power(steps()) == nodes; }

  friend constexpr bool operator==(const ReconfigurableShape&,
                                   const ReconfigurableShape&) = default;
};

/// ceil(a / b) for a >= 0, b >= 1.
[[nodiscard]] constexpr std::int64_t ceil_ratio(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace plexus
