#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/values.hpp"
#include "models/traffic/random_numbers.hpp"

/// Synthetic traffic of one-packet offers, for a network whose ports are asked cycle by cycle.
namespace plexus {

/// Where the packets of synthetic traffic go.
struct TrafficPattern {
  enum class Kind {
    kUniform,      ///< any port, all equally likely
    kHotspot,      ///< with probability `share` to port `hot`, else uniform
    kPermutation,  ///< from port v always to `permutation[v]`
  };
  Kind kind = Kind::kUniform;
  NodeId hot = 0;
  double share = 0;
  std::vector<NodeId> permutation;
};

/// The pattern that a word names: `uniform`, `hotspot:NODE,SHARE`, `permutation` (without its
/// permutation). Throws Refusal: usage (no such word), range (node or share).
[[nodiscard]] TrafficPattern parse_traffic_pattern(std::string_view word, NodeId ports);

/// Traffic of one run.
struct TrafficSetting {
  TrafficPattern pattern;
  double load = 0.5;  ///< probability with which a port offers a packet in a cycle, 0 .. 1
  std::uint64_t seed = 1;
  Cycles warmup{0};   ///< cycles that are not measured
  Cycles measure{1};  ///< cycles that are
};

// ---- Parameters ---------------------------------------------------------------------------------
/// `pattern`: where packets go.
[[nodiscard]] Parameter pattern_parameter();
/// `load`, 0 .. 1.
[[nodiscard]] Parameter load_parameter();
/// `warmup` and `measure`.
[[nodiscard]] std::vector<Parameter> measured_cycles_parameters();
/// What the values say; a permutation is the machine's to fill in.
[[nodiscard]] TrafficSetting traffic_setting(const Values& values);

/// Draws the packets that ports offer. To be asked port by port, cycle by cycle.
class TrafficSource {
 public:
  TrafficSource(const TrafficSetting& setting, NodeId ports);
  /// Destination of the packet that `port` offers in this cycle; nothing if it offers none.
  [[nodiscard]] std::optional<NodeId> offer(NodeId port);

 private:
  TrafficPattern pattern_;
  double load_;
  NodeId ports_;
  RandomNumbers random_;
};

}  // namespace plexus
