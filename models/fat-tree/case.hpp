#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/catalogue/values.hpp"
#include "models/fat-tree/module.hpp"
#include "models/fat-tree/schedules.hpp"
#include "models/fat-tree/shape.hpp"
#include "models/operations/standard.hpp"
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
  using Module = fat_tree_machine;
  using Node = terminal;

  FatTreeShape tree = FatTreeShape::constant(2, 1);
  FatTreeHardware hardware;
  BlockWords words;
  NodeId source = 0;
  NodeId destination = 0;
  NodeId root = 0;
  std::vector<NodeId> destinations;  ///< of a multicast, ascending, without the root
  std::vector<NodeId> order;         ///< of a scatter
  fat_tree::GreedyOrder greedy_order = fat_tree::GreedyOrder::kFarthestFirst;
  std::uint64_t seed = 0;
  fat_tree::PhaseOrder phase_order = fat_tree::PhaseOrder::kDescending;
  fat_tree::PhaseDispatch dispatch = fat_tree::PhaseDispatch::kGeneral;
  bool half_duplex = false;
  bool synchronous = false;

  /// Largest block that the operation really injects; none where nothing moves. From `settle` on.
  Words longest{0};

  /// Of synthetic traffic, and what becomes of it.
  std::optional<TrafficSetting> traffic;
  std::shared_ptr<TrafficRecorder> recorder;
  /// Timetables of all leaves, where they are made together.
  std::shared_ptr<const std::vector<fat_tree::Timetable>> timetables;

  /// Completes the hardware for an algorithm of this style that injects no block longer than
  /// `longest_block`. Throws Refusal (feature) where the style does not go with the other values.
  void settle(FatTreeStyle style, Words longest_block);

  [[nodiscard]] NodeId nodes() const { return tree.nodes(); }
  [[nodiscard]] bool moves() const { return longest > Words{0}; }
  /// What the operation is of. Where blocks are of any size nodes hold them whole, and the words
  /// are what packets cost.
  [[nodiscard]] OperationFacts facts() const {
    return {.nodes = nodes(),
            .words = words.varied ? Words{1} : words.of(0),
            .root = root,
            .source = source,
            .destination = destination};
  }
  /// Does the paper's machine have no such knob?
  [[nodiscard]] bool beyond_paper() const {
    return half_duplex || hardware.wide || (words.varied && !hardware.rules.slot);
  }

  // ---- Steps in cycles --------------------------------------------------------------------------
  /// Cycles of a hop, where all hops take equally many (half duplex by time division: of a
  /// half-step). hop(1) where nothing moves.
  [[nodiscard]] std::optional<Cycles> cycles_per_step() const;
  /// Cycles of a step of a timetable: one hop, or two half-steps.
  [[nodiscard]] Cycles timetable_step() const;
  /// So many steps in cycles.
  [[nodiscard]] std::optional<Cycles> in_cycles(std::int64_t steps) const;
  /// The same, for bounds: none in half duplex or with wide links.
  [[nodiscard]] std::optional<Cycles> bound_in_cycles(std::int64_t steps) const;
  /// As a number of an equation; 0 where there are no steps.
  [[nodiscard]] double equation_in_cycles(double steps) const;
  /// Up so many levels and down again; wide links differ from level to level.
  [[nodiscard]] std::optional<Cycles> up_and_down(unsigned levels) const;
};

/// Reads a case. Throws Refusal.
[[nodiscard]] FatTreeCase fat_tree_case(const Values& values);

}  // namespace plexus

namespace plexus::fat_tree {

// ---- Parameters ---------------------------------------------------------------------------------
/// `arity`, `nodes`, `capacities`.
[[nodiscard]] std::vector<Parameter> shape_parameters();
/// The tree that they say.
[[nodiscard]] FatTreeShape shape_of(const Values& values);
/// Of an algorithm that goes by a timetable, with its `own` ones.
[[nodiscard]] std::vector<Parameter> timed_parameters(const std::vector<Parameter>& own = {});
/// Of one that leaves its packets to the queues: `router`, and `priority` in half duplex, besides.
[[nodiscard]] std::vector<Parameter> queued_parameters(const std::vector<Parameter>& own = {});

[[nodiscard]] Parameter root_parameter();
[[nodiscard]] std::vector<Parameter> ends_parameters();  ///< `source`, `destination`
[[nodiscard]] Parameter destinations_parameter();        ///< of a multicast
/// `order` of a scatter: a permutation of the leaves without the root.
[[nodiscard]] Parameter explicit_order_parameter();
[[nodiscard]] Parameter greedy_order_parameter();  ///< `order` of a greedy alltoall: a word
[[nodiscard]] Parameter seed_parameter(const std::string& help);
[[nodiscard]] Parameter fifo_depth_parameter();  ///< of traffic
[[nodiscard]] Parameter phase_order_parameter();
[[nodiscard]] Parameter dispatch_parameter();

// ---- How an operation uses the machine ----------------------------------------------------------
// Words of its largest block that really moves; none where nothing does.
[[nodiscard]] Words longest_of_move(const FatTreeCase& at);
[[nodiscard]] Words longest_of_broadcast(const FatTreeCase& at);
[[nodiscard]] Words longest_of_scatter(const FatTreeCase& at);
[[nodiscard]] Words longest_of_gather(const FatTreeCase& at);
[[nodiscard]] Words longest_of_allgather(const FatTreeCase& at);
[[nodiscard]] Words longest_of_alltoall(const FatTreeCase& at);

/// The case, ready for an algorithm of this style of such an operation.
template <FatTreeStyle style, Words (*longest)(const FatTreeCase&)>
void settle(FatTreeCase& at) {
  at.settle(style, longest(at));
}

/// Parts with twins that algorithms of both styles have, and `more`.
[[nodiscard]] std::vector<std::string> queued_blocks(std::vector<std::string> more = {});
[[nodiscard]] std::vector<std::string> queue_free_blocks(std::vector<std::string> more = {});

}  // namespace plexus::fat_tree
