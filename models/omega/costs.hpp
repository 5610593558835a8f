#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/steps.hpp"

namespace plexus {

// --- The formulas of Saad and Schultz, in their form -------------------------------------------

/// One function per formula: k = `nodes` >= 2, N and w in words >= 1, tau and b of `link`; cycles.
/// The paper's N is w for a broadcast or a move, k w for an allgather or scatter, k^2 w for an
/// alltoall (spec 1.3).
namespace cost {

/// 3.1(F): a move of N words in one pass, tau + N / b.
[[nodiscard]] double switch_move(Words n, LinkTiming link);
/// t(nu) of 3.1(C) for i = k - 1 hops: broadcast on an emulated ring in nu packets.
[[nodiscard]] double switch_ring_broadcast(NodeId nodes, Words n, std::int64_t nu, LinkTiming link);
/// (3.22): the same with the best real nu, (sqrt(N / b) + sqrt((k - 2) tau))^2.
[[nodiscard]] double switch_ring_broadcast_optimum(NodeId nodes, Words n, LinkTiming link);
/// (3.23): broadcast by recursive doubling, log2 k (N / b + tau).
[[nodiscard]] double switch_doubling_broadcast(NodeId nodes, Words n, LinkTiming link);
/// Before (3.24): broadcast on an emulated tree, 2 (log2 k - 2 + nu)(tau + N / (nu b)); k >= 4.
[[nodiscard]] double switch_tree_broadcast(NodeId nodes, Words n, std::int64_t nu, LinkTiming link);
/// (3.24): its best real nu, sqrt((log2 k - 2) N / (b tau)); k >= 4, tau >= 1.
[[nodiscard]] double switch_tree_packets(NodeId nodes, Words n, LinkTiming link);
/// (3.25): its cycles then, 2 (sqrt(N / b) + sqrt((log2 k - 2) tau))^2; k >= 4.
[[nodiscard]] double switch_tree_broadcast_optimum(NodeId nodes, Words n, LinkTiming link);
/// (3.34): allgather on an emulated ring, (k - 1)(N / (k b) + tau).
[[nodiscard]] double switch_daisy_chain(NodeId nodes, Words n, LinkTiming link);
/// (3.35): allgather by recursive doubling, N / b + log2 k tau.
[[nodiscard]] double switch_doubling_allgather(NodeId nodes, Words n, LinkTiming link);
/// (3.41): recursive scatter, log2 k tau + N / b.
[[nodiscard]] double switch_scatter(NodeId nodes, Words n, LinkTiming link);
/// 3.5(F): alltoall by exchanges, log2 k (N / (k b) + 2 tau). Printed N^2 for N: right for the
/// N^2 words of an N x N matrix only. Twice the exact count: a pass sends both ways at once.
[[nodiscard]] double switch_exchange(NodeId nodes, Words n, LinkTiming link);

}  // namespace cost

// --- Exact counts where every step is one pass (spec 4.6) --------------------------------------

/// c(w): `direct`, broadcast `hardware`, reduce `combining`.
[[nodiscard]] Cycles switch_single_pass_cycles(Words w, LinkTiming link);
/// Broadcast `ring`: F(k - 1, w, nu).
[[nodiscard]] Cycles switch_ring_cycles(NodeId nodes, Words w, std::int64_t nu, LinkTiming link);
/// Broadcast `recursive-doubling`: ceil(log2 k) c(w).
[[nodiscard]] Cycles switch_doubling_broadcast_cycles(NodeId nodes, Words w, LinkTiming link);
/// Broadcast `binary-tree` (4.6.1): 2 (sum c + (levels - 1) c(largest)); k = 2: sum c.
[[nodiscard]] Cycles switch_tree_cycles(NodeId nodes, Words w, std::int64_t nu, LinkTiming link);
/// Allgather `daisy-chain`, alltoall `shifts`: (k - 1) c(w).
[[nodiscard]] Cycles switch_shift_cycles(NodeId nodes, Words w, LinkTiming link);
/// Allgather `recursive-doubling`: sum of c(min(g, k - g) w) over g = 1, 2, 4, ..
[[nodiscard]] Cycles switch_doubling_allgather_cycles(NodeId nodes, Words w, LinkTiming link);
/// Scatter and gather `recursive`, k = 2^n: sum of c(2^(n-j) w) over j = 1 .. n.
[[nodiscard]] Cycles switch_scatter_cycles(NodeId nodes, Words w, LinkTiming link);
/// Alltoall `exchange`, k = 2^n: n c(k w / 2).
[[nodiscard]] Cycles switch_exchange_cycles(NodeId nodes, Words w, LinkTiming link);

// --- Exact counts on any network, with set-up (spec 5.3, 5.7) ----------------------------------

/// What it costs to set the switch before a pass (5.7).
enum class SetupMode {
  kNone,        ///< nothing: the start-up contains it, as in the paper
  kSequential,  ///< k n cycles
  kParallel,    ///< n^2 cycles
};
/// The word of the command line: `none`, `sequential`, `parallel`.
[[nodiscard]] const char* to_string(SetupMode mode);
/// The mode a word names; Refusal (usage) for any other word.
[[nodiscard]] SetupMode parse_setup_mode(std::string_view word);
/// Cycles of one set-up. Throws Refusal (size) if they need n and k is no power of two.
[[nodiscard]] Cycles setup_charge(SetupMode mode, NodeId nodes);

/// What the exact counts depend on besides the algorithm.
struct SwitchMachine {
  NetworkShape network;
  LinkTiming link;
  SetupMode setup = SetupMode::kNone;
};

/// The figures of a run (spec 1.4).
struct SwitchTally {
  Cycles cycles{0};
  std::int64_t passes = 0;
  std::int64_t setups = 0;       ///< changes of the configuration, the first one included
  std::int64_t transfers = 0;    ///< messages over all passes
  Words word_hops{0};            ///< words of all transfers
  std::int64_t peak_active = 0;  ///< most messages in one pass

  friend bool operator==(const SwitchTally&, const SwitchTally&) = default;
  friend std::ostream& operator<<(std::ostream& out, const SwitchTally& tally);
};

/// What a plan takes on a machine: each step cut into passes by first fit, each change charged.
[[nodiscard]] SwitchTally tally(const SwitchMachine& machine, const SwitchPlan& plan);

/// One pass in which every element that sees the message broadcasts it.
/// Throws Refusal (feature) if the network has no broadcasting elements.
[[nodiscard]] SwitchTally hardware_broadcast_tally(const SwitchMachine& machine, Words w);

/// Counts of a pipelined broadcast for any number of packets, without building its plan: what a
/// step costs depends on which levels are busy and on few message sizes. Remembers how maps are
/// cut, so that asking for many packet numbers is cheap.
class PipelinedCosts {
 public:
  PipelinedCosts(const SwitchMachine& machine, PipelinedMaps maps);

  /// Equal to tally(machine, pipelined_plan(maps, split)); no packet of `split` is empty.
  [[nodiscard]] SwitchTally tally(EvenSplit split);
  /// Its cycles alone: at once if every map passes, else as `tally`.
  [[nodiscard]] Cycles cycles(EvenSplit split);
  /// The smallest number of packets, 1 .. w, with the fewest cycles, set-up and cuts included.
  [[nodiscard]] std::int64_t optimal_packets(Words w);

 private:
  /// One sub-pass of a map whose senders at some levels are busy.
  struct Part {
    std::int64_t last_level = 0;  ///< its highest level: has the first, so the longest packet
    std::int64_t messages = 0;
  };
  const std::vector<Part>& cut(std::size_t map, std::int64_t first, std::int64_t last);

  SwitchMachine machine_;
  PipelinedMaps maps_;
  Cycles charge_;
  bool every_map_passes_;
  std::unordered_map<std::int64_t, std::vector<Part>> cuts_;
};

/// `packets` = formula for `ring` (i = k - 1) and for `binary-tree` (i = max(1, floor(log2 k) -
/// 1)).
[[nodiscard]] std::int64_t ring_formula_packets(NodeId nodes, Words w, LinkTiming link);
[[nodiscard]] std::int64_t tree_formula_packets(NodeId nodes, Words w, LinkTiming link);

// --- What a run is held against (spec 6) --------------------------------------------------------

/// The paper's formulas for one algorithm, then our exact count. A formula of the paper is only
/// `approximate` where its machine is left: with set-up time, or where the network cuts a step.
[[nodiscard]] std::vector<Prediction> direct_predictions(const SwitchMachine& machine, Route route,
                                                         Words w);
[[nodiscard]] std::vector<Prediction> hardware_predictions(const SwitchMachine& machine, Words w);
[[nodiscard]] std::vector<Prediction> ring_predictions(const SwitchMachine& machine, NodeId root,
                                                       Words w, std::int64_t nu);
[[nodiscard]] std::vector<Prediction> doubling_broadcast_predictions(const SwitchMachine& machine,
                                                                     NodeId root, Words w);
[[nodiscard]] std::vector<Prediction> tree_predictions(const SwitchMachine& machine, NodeId root,
                                                       Words w, std::int64_t nu);
[[nodiscard]] std::vector<Prediction> daisy_chain_predictions(const SwitchMachine& machine,
                                                              Words w);
[[nodiscard]] std::vector<Prediction> doubling_allgather_predictions(const SwitchMachine& machine,
                                                                     Words w);
[[nodiscard]] std::vector<Prediction> scatter_predictions(const SwitchMachine& machine, NodeId root,
                                                          Words w);
[[nodiscard]] std::vector<Prediction> gather_predictions(const SwitchMachine& machine, NodeId root,
                                                         Words w);
[[nodiscard]] std::vector<Prediction> exchange_predictions(const SwitchMachine& machine, Words w);
[[nodiscard]] std::vector<Prediction> shifts_predictions(const SwitchMachine& machine, Words w);
/// `scheduled-passes`; the self-routed and buffered ways have no closed count.
[[nodiscard]] std::vector<Prediction> scheduled_predictions(const SwitchMachine& machine,
                                                            const Permutation& permutation,
                                                            Words w);
/// `combining`: one pass, set up once.
[[nodiscard]] std::vector<Prediction> combining_predictions(const SwitchMachine& machine, Words w);

// --- Lower bounds (spec 9) ----------------------------------------------------------------------

/// Move, broadcast `hardware`, reduce: one pass of w words.
[[nodiscard]] Cycles switch_message_bound(Words w, LinkTiming link);
/// Every other broadcast: ceil(log2 k) passes of at least a word; w words into one node.
[[nodiscard]] Cycles switch_broadcast_bound(NodeId nodes, Words w, LinkTiming link);
/// Allgather: ceil(log2 k) passes; (k - 1) w words into one node.
[[nodiscard]] Cycles switch_allgather_bound(NodeId nodes, Words w, LinkTiming link);
/// Scatter, gather, alltoall: (k - 1) w words out of, or into, one node.
[[nodiscard]] Cycles switch_personal_bound(NodeId nodes, Words w, LinkTiming link);
/// A permutation: one pass of w words; 0 for the identity, which moves nothing. (The buffered way
/// has no start-up and no bandwidth, hence no bound.)
[[nodiscard]] Cycles switch_permutation_bound(const Permutation& permutation, Words w,
                                              LinkTiming link);

}  // namespace plexus
