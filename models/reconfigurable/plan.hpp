#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/data/link_schedule.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/timing.hpp"

namespace plexus {

/// One message of a schedule, seen from the node that sends it.
struct Sending {
  std::size_t phase = 0;
  std::size_t place = 0;  ///< of the link in its phase
  bool to_b = true;       ///< from end a of the link to end b
  CrossbarPort from;
  CrossbarPort to;
  Words words{0};  ///< that the schedule says
};

/// What an algorithm does: which links are set when, how long their messages are, and which blocks
/// they carry. Everything follows from the parameters of the run.
struct Plan {
  LinkSchedule schedule;
  /// Blocks of a message of at least one word; nothing where they are steered (`labels`).
  std::function<Blocks(const Sending&)> blocks;
  bool moves = false;    ///< blocks leave the node that sends them
  bool in_vain = false;  ///< a node may get words that it holds
  /// Nodes have all the ports that were asked for, not N - 1 at most.
  bool given_ports = false;
  /// Of blocks that move through cliques, digit after digit: the label of every node.
  std::vector<std::int64_t> labels;
  /// Of a tree in the RCP's numbering: the step of every phase.
  std::vector<int> rcp_steps;
  /// Every message of a phase at a node carries the same blocks: they are listed once.
  bool same_for_all = false;
};

/// The whole of some blocks, by rising runs.
[[nodiscard]] Blocks whole_blocks(std::span<const NodeId> blocks, Words words);
/// The whole of the blocks first .. first + count - 1 mod `nodes`, count in 0 .. nodes.
[[nodiscard]] Blocks cyclic_blocks(std::int64_t first, std::int64_t count, std::int64_t nodes,
                                   Words words);
/// The whole of one run of blocks.
[[nodiscard]] inline Blocks run_of_blocks(std::int64_t first, std::int64_t count, Words words) {
  return {Interval{static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count)},
          Slice{0_words, words}};
}

/// `value` mod `modulus`, never negative.
[[nodiscard]] constexpr std::int64_t wrapped(std::int64_t value, std::int64_t modulus) {
  const std::int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

/// The piece `part` of `parts` parts of a slice, in word order: part j has floor((s + j) / parts)
/// words, so that no part is longer than a later one.
[[nodiscard]] Slice part_of(const Slice& whole, std::int64_t part, std::int64_t parts);

// ---- the algorithms -----------------------------------------------------------------------------
// Each plan, and its closed form: links and longest message of every phase.

using PhaseCosts = std::vector<PhaseCost>;

Plan plan_broadcast_naive(const ReconfigurableCase& at);
PhaseCosts costs_broadcast_naive(const ReconfigurableCase& at);

Plan plan_broadcast_two_phase(const ReconfigurableCase& at);
PhaseCosts costs_broadcast_two_phase(const ReconfigurableCase& at);
/// The closed form with h' = `split_steps`.
PhaseCosts costs_with_split(const ReconfigurableCase& at, int split_steps);
/// h': the given one, or the one with the fewest cycles by model (a).
int split_steps_of(const ReconfigurableCase& at);

Plan plan_scatter(const ReconfigurableCase& at);
PhaseCosts costs_scatter(const ReconfigurableCase& at);
Plan plan_gather(const ReconfigurableCase& at);
PhaseCosts costs_gather(const ReconfigurableCase& at);

Plan plan_allgather_clique(const ReconfigurableCase& at);
PhaseCosts costs_allgather_clique(const ReconfigurableCase& at);
Plan plan_alltoall_clique(const ReconfigurableCase& at);
PhaseCosts costs_alltoall_clique(const ReconfigurableCase& at);

Plan plan_allgather_circulant(const ReconfigurableCase& at);
PhaseCosts costs_allgather_circulant(const ReconfigurableCase& at);
Plan plan_alltoall_circulant(const ReconfigurableCase& at);
PhaseCosts costs_alltoall_circulant(const ReconfigurableCase& at);

Plan plan_allgather_flip(const ReconfigurableCase& at);
PhaseCosts costs_allgather_flip(const ReconfigurableCase& at);
Plan plan_alltoall_flip(const ReconfigurableCase& at);
PhaseCosts costs_alltoall_flip(const ReconfigurableCase& at);

Plan plan_allgather_fold(const ReconfigurableCase& at);
PhaseCosts costs_allgather_fold(const ReconfigurableCase& at);

Plan plan_allgather_direct(const ReconfigurableCase& at);
Plan plan_alltoall_direct(const ReconfigurableCase& at);
PhaseCosts costs_direct(const ReconfigurableCase& at);

Plan plan_move(const ReconfigurableCase& at);
PhaseCosts costs_move(const ReconfigurableCase& at);
Plan plan_permutation(const ReconfigurableCase& at);

/// Operations that run on a fixed network (5.8).
enum class FixedOperation { kBroadcast, kScatter, kGather, kAllgather, kAlltoall };
Plan plan_fixed(const ReconfigurableCase& at, FixedOperation operation);

}  // namespace plexus
