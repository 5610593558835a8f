#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hw/optical/coupler_bank.hpp"
#include "models/catalogue/values.hpp"
#include "models/pops/optics.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

class pops_data;
class pops_machine;
class pops_node;

/// Where data move on a square mesh: node (r, c) is processor rN + c.
enum class MeshDirection { kRight, kLeft, kDown, kUp };

/// One entry of a raw slot: a processor sends a message to some processors.
struct RawMessage {
  NodeId source = 0;
  std::vector<NodeId> receivers;  ///< in rising order
};

/// The parameters of one run, of which each operation has its own.
struct PopsCase {
  using Module = pops_machine;
  using Node = pops_node;

  PopsShape shape;
  Words words{1};      ///< m: size of one datum
  OpticalRules rules;  ///< slot timing, multi_tx, multi_rx, drop
  Optics optics;

  NodeId source = 0;
  NodeId destination = 0;
  NodeId root = 0;
  NodeId bit = 0;  ///< of a hypercube move
  MeshDirection direction{};
  bool wrap = true;
  NodeId subgroup = 1;               ///< M of consecutive-sum and adjacent-sum
  std::vector<NodeId> image;         ///< of a permutation, by processor
  std::vector<bool> active;          ///< of a move, by processor
  bool ranks = false;                ///< a scan counts the selected processors
  std::vector<NodeId> selected;      ///< in rising order: of concentrate and rank
  std::vector<NodeId> destinations;  ///< rising: of distribute and generalize
  std::int64_t first_destination = -1;
  std::vector<std::pair<NodeId, NodeId>> messages;  ///< of traffic: source, destination
  std::vector<std::vector<RawMessage>> transmissions;
  std::shared_ptr<pops_data> truth;  ///< what processors must have at the end

  [[nodiscard]] NodeId nodes() const { return shape.nodes(); }
  /// Cycles of one slot of `m` words.
  [[nodiscard]] Cycles slot(Words m) const { return rules.slot.hop(m); }
  [[nodiscard]] Cycles slot() const { return slot(words); }
  /// Words of a whole array of M data.
  [[nodiscard]] Words array() const { return subgroup * words; }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] PopsCase pops_case(const Values& values);

}  // namespace plexus
