#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/values.hpp"
#include "models/traffic/pattern.hpp"

namespace plexus {

/// One packet that a node offers to its network.
struct Offer {
  Cycles born{0};  ///< cycle in which it is offered
  NodeId destination = 0;
  std::uint32_t words = 1;

  friend bool operator==(const Offer&, const Offer&) = default;
};

inline constexpr std::int64_t kMostTrafficCycles = 1'000'000'000;  ///< of a run
inline constexpr std::int64_t kMostPacketWords = 1'000'000;        ///< of a packet

/// Packets that were recorded: by source, in rising order of their cycles.
using RecordedTraffic = std::vector<std::vector<Offer>>;

/// Traffic of one run: which packets are offered, and which cycles are measured. Knows no machine.
struct TrafficSetting {
  TrafficPattern pattern;
  double load = 0.1;        ///< packets that a node offers per cycle, on average: 0 .. 1
  double burst = 1;         ///< mean length of bursts, a packet in each cycle; 1: no bursts
  std::uint32_t words = 1;  ///< of a packet
  std::uint64_t seed = 1;
  Cycles warmup{0};   ///< cycles before the measured ones
  Cycles measure{1};  ///< measured cycles
  /// What does not find a place in the network waits at its source; else it is dropped.
  bool source_queue = true;
  /// A node may send to itself: a switch, whose ports are different ones for both directions.
  bool to_itself = false;
  /// In the place of pattern, load, burst and words; null: none.
  std::shared_ptr<const RecordedTraffic> recorded;

  [[nodiscard]] Cycles end() const { return warmup + measure; }
};

/// Words of the longest packet that is offered.
[[nodiscard]] std::uint32_t longest_packet(const TrafficSetting& setting);

// ---- Parameters: a machine lists those that it offers, in this order ----------------------------

/// Sides of the machine that values describe.
using SidesOf = std::function<TrafficSides(const Values&)>;
/// { nodes }.
[[nodiscard]] TrafficSides one_side(const Values& values);

/// `recorded`: packets from a file, in the place of the parameters below. `to_itself`: a node may
/// send to itself.
[[nodiscard]] Parameter recorded_parameter(const SidesOf& sides = one_side, bool to_itself = false);
/// `pattern`.
[[nodiscard]] Parameter pattern_parameter(const SidesOf& sides = one_side);
/// `permutation`, with `--pattern permutation`: the destination of every node.
[[nodiscard]] Parameter traffic_permutation_parameter(const SidesOf& sides = one_side);
/// `load`, 0 .. 1.
[[nodiscard]] Parameter load_parameter(double fallback);
/// `burst`: mean length of bursts, in packets.
[[nodiscard]] Parameter burst_parameter();
/// `words` of a packet.
[[nodiscard]] Parameter traffic_words_parameter();
/// `source_queue`: `unlimited`, `none`.
[[nodiscard]] Parameter source_queue_parameter();
/// `warmup` and `measure`.
[[nodiscard]] std::vector<Parameter> measured_cycles_parameters();

/// All of them: for machines that do not put parameters of their own between them.
[[nodiscard]] std::vector<Parameter> traffic_parameters(double load = 0.1,
                                                        const SidesOf& sides = one_side);

/// What the values say; parameters that a machine does not offer keep their defaults.
[[nodiscard]] TrafficSetting traffic_setting(const Values& values, const SidesOf& sides = one_side);

}  // namespace plexus
