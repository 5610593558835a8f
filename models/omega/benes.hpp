#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/time/units.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/permutations.hpp"

namespace plexus {

/// Setting of a benes network: `exchange[t][e]` tells whether element e of stage t exchanges its
/// two inputs (else they go straight). 2n - 1 stages of k / 2 elements, counted from the top.
///
/// Stage 0 joins inputs 2e and 2e + 1; its upper output leads to input e of the upper half network,
/// its lower output to input e of the lower one. The last stage mirrors it. In between the half
/// networks are stacked: elements 0 .. k/4 - 1 belong to the upper one. So for every size inside:
/// NetworkShape{kBenes, k} has the same wires. The RTL block `benes_setup` holds the same bits.
struct BenesSetting {
  NodeId ports = 0;
  std::vector<std::vector<bool>> exchange;

  friend bool operator==(const BenesSetting&, const BenesSetting&) = default;
};

/// The looping algorithm (5.7): element states that bring every source v to `permutation[v]`.
/// Takes the lowest-numbered unset input to the upper half network; the input whose destination
/// shares its output element goes to the lower one, the partner of that one at the input element to
/// the upper one, and so on until the loop closes; repeats; recurses on both halves.
/// Requires a permutation of k = 2^n >= 2 nodes; throws Refusal (size) for another k.
[[nodiscard]] BenesSetting benes_setting(std::span<const NodeId> permutation);

/// A one-to-one map of some sources, completed: sources without a route get, in rising order, the
/// destinations that are left, in rising order. Throws std::invalid_argument if a source or
/// destination occurs twice or is not below `ports`.
[[nodiscard]] Permutation completed(std::span<const SwitchRoute> routes, NodeId ports);

/// The way of the message from `source` through a set network, found by following the wires.
[[nodiscard]] std::vector<StageCrossing> benes_walk(const BenesSetting& setting, NodeId source);

/// Elements whose state differs between two settings of one size.
[[nodiscard]] std::int64_t elements_changed(const BenesSetting& a, const BenesSetting& b);

}  // namespace plexus
