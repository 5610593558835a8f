#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/catalogue/values.hpp"
#include "models/fat-tree/module.hpp"
#include "models/fat-tree/schedules.hpp"
#include "models/fat-tree/shape.hpp"
#include "models/traffic/setting.hpp"

namespace plexus {

/// Words of the blocks: block (s, d) has base + step ((s + d) mod mod). All equal where `varied` is
/// not set. Blocks without a single destination use d = 0.
struct BlockWords {
  std::int64_t base = 1;
  std::int64_t step = 0;
  std::int64_t mod = 1;
  bool varied = false;

  [[nodiscard]] Words of(NodeId source, NodeId destination = 0) const {
    return Words{base + step * ((std::int64_t{source} + destination) % mod)};
  }
};

class TrafficRecorder;

/// How an algorithm uses the machine, as far as the machine has to know.
enum class FatTreeStyle {
  kQueueDriven,  ///< releases its packets at once, the queues do the rest
  kTimed,        ///< every packet has its step, no queue forms; half duplex by time division
  /// As kTimed, but no branch is ever wanted both ways at once: half duplex on demand.
  kTimedOneWay,
};

/// The parameters of one run on a fat tree, read once. Those that an algorithm does not take have
/// their default values.
struct FatTreeCase {
  using Module = fat_tree;
  using Node = terminal;

  explicit FatTreeCase(const Values& values);

  FatTreeShape tree;
  FatTreeHardware hardware;
  BlockWords words;
  NodeId source = 0;
  NodeId destination = 0;
  NodeId root = 0;
  std::vector<NodeId> destinations;  ///< of a multicast, ascending, without the root
  std::vector<NodeId> order;         ///< of a scatter
  GreedyOrder greedy_order = GreedyOrder::kFarthestFirst;
  std::uint64_t seed = 0;
  PhaseOrder phase_order = PhaseOrder::kDescending;
  PhaseDispatch dispatch = PhaseDispatch::kGeneral;
  bool half_duplex = false;
  bool synchronous = false;

  /// Largest block that the operation really injects; none where nothing moves. From `settle` on.
  Words longest{0};

  /// Of synthetic traffic, and what becomes of it.
  std::optional<TrafficSetting> traffic;
  std::shared_ptr<TrafficRecorder> recorder;
  /// Timetables of all leaves, where they are made together.
  std::shared_ptr<const std::vector<Timetable>> timetables;

  /// Completes the hardware for an algorithm of this style that injects no block longer than
  /// `longest_block`. Throws Refusal (feature) where the style does not go with the other values.
  void settle(FatTreeStyle style, Words longest_block);

  [[nodiscard]] NodeId nodes() const { return tree.nodes(); }
  [[nodiscard]] bool moves() const { return longest > Words{0}; }
  /// Does the paper's machine have no such knob?
  [[nodiscard]] bool beyond_paper() const {
    return half_duplex || hardware.wide || (words.varied && !hardware.rules.slot);
  }
  /// Cycles of a hop, where all hops take equally many (half duplex by time division: of a
  /// half-step). hop(1) where nothing moves.
  [[nodiscard]] std::optional<Cycles> cycles_per_step() const;
  /// Cycles of a step of a timetable: one hop, or two half-steps.
  [[nodiscard]] Cycles timetable_step() const;
  /// So many steps in cycles.
  [[nodiscard]] std::optional<Cycles> in_cycles(std::int64_t steps) const;
  /// As `in_cycles`, for bounds: none in half duplex or with wide links.
  [[nodiscard]] std::optional<Cycles> bound_in_cycles(std::int64_t steps) const;
  /// As a number of an equation; 0 where there are no steps.
  [[nodiscard]] double equation_in_cycles(double steps) const;
};

/// Largest of the blocks from `source` to each of `destinations`; 0 for none.
Words longest_from(const BlockWords& words, NodeId source, std::span<const NodeId> destinations);
/// Largest of the blocks to `destination` from all others; 0 for none.
Words longest_to(const BlockWords& words, NodeId destination, NodeId nodes);
/// Largest of the blocks of an allgather, and of an alltoall; 0 for one node.
Words longest_of_allgather(const BlockWords& words, NodeId nodes);
Words longest_of_alltoall(const BlockWords& words, NodeId nodes);

/// Figures of a run that follow from the case.
void note_steps(const FatTreeCase& at, const fat_tree& machine, Statistics& statistics);
[[nodiscard]] std::vector<Statistic> step_statistics();

}  // namespace plexus
