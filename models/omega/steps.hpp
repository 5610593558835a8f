#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/time/units.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/passes.hpp"
#include "models/omega/permutations.hpp"

namespace plexus {

// Who sends what to whom in every step of the switch's algorithms, as values: programs,
// schedulers and cost functions read the same ones. They know no network: `nodes` is k, any number
// >= 2 unless a power of two is asked for; nodes given as arguments are below k, words >= 1.

/// One communication step: messages that are sent at the same time as far as the network lets them.
struct SwitchStep {
  std::size_t configuration = 0;        ///< its full map: an index into SwitchPlan::configurations
  std::vector<SwitchMessage> messages;  ///< never empty; in rising source order
};

/// All steps of an algorithm, in order. A step sends some of its configuration's routes: the switch
/// stays set while the configuration stays the same (5.7).
struct SwitchPlan {
  std::vector<std::vector<SwitchRoute>> configurations;  ///< each in rising source order
  std::vector<SwitchStep> steps;
};

/// One pass of a step on a network. Steps that block are cut by first fit (5.3).
struct ScheduledPass {
  std::size_t configuration = 0;  ///< of the step
  std::uint32_t part = 0;         ///< 0: the whole step; 1, 2, ..: sub-pass of a cut one
  SwitchPass messages;

  /// Is the switch set alike for both, so that no set-up lies between them (5.7)?
  [[nodiscard]] bool set_like(const ScheduledPass& other) const {
    return configuration == other.configuration && part == other.part;
  }
};
/// The passes that a step takes on a network, in order; at least one.
[[nodiscard]] std::vector<ScheduledPass> scheduled(const NetworkShape& network,
                                                   const SwitchStep& step);

// What the plans are made of.
/// Refuses (`size`) other `nodes` than powers of two, which `algorithm` needs; else their bits.
[[nodiscard]] std::uint32_t power_of_two_bits(const char* algorithm, NodeId nodes);
/// Adds a step in which all of a new configuration's routes carry `words` each.
void add_step(SwitchPlan& plan, std::vector<SwitchRoute> routes, Words words);
/// Every node sends `distance` further, in rising source order.
[[nodiscard]] std::vector<SwitchRoute> shift_routes(NodeId nodes, NodeId distance);
/// Sender and receiver of step `step` of the recursive scatter, in rising source order.
[[nodiscard]] std::vector<SwitchRoute> scatter_routes(NodeId root, std::uint32_t step);

// The plans of the algorithms, each in the file of its algorithm.

/// Words from one node to another: one message.
[[nodiscard]] SwitchPlan direct_plan(SwitchRoute route, Words words);
/// A permutation of one block per node: all messages at once, those to oneself too.
[[nodiscard]] SwitchPlan permutation_plan(const Permutation& permutation, Words words);

/// A pipelined broadcast. In step t = 1, 2, .. the maps are served one after another, and in each
/// the sender at level e sends packet t - e, if that is one of 1 .. nu; nu + levels - 1 steps.
struct PipelinedMaps {
  struct Sender {
    SwitchRoute route;
    std::int64_t level = 0;  ///< 0 .. levels - 1
  };
  std::int64_t levels = 0;
  std::vector<std::vector<Sender>> maps;                 ///< each in rising source order
  std::vector<std::vector<SwitchRoute>> configurations;  ///< the full map that each belongs to

  [[nodiscard]] std::int64_t steps(std::int64_t packets) const { return packets + levels - 1; }
};

/// Puts the senders of a map in their order.
void sort_by_source(std::vector<PipelinedMaps::Sender>& senders);

/// `ring`: the node at distance h = 0 .. k - 2 from the root sends to the one at distance h + 1.
[[nodiscard]] PipelinedMaps ring_maps(NodeId nodes, NodeId root);

/// Labels of the `binary-tree` broadcast (4.6.1). k = 2^n: heap labels 1 .. k - 1 (children of h:
/// 2h, 2h + 1) on processor h xor 1 xor root, and the extra label 0, right child of the leftmost
/// leaf k / 2. Other k: heap labels 1 .. k, label h on processor (h - 1 + root) mod k.
class SwitchTree {
 public:
  SwitchTree(NodeId nodes, NodeId root);

  [[nodiscard]] std::uint32_t label_of(NodeId processor) const;
  [[nodiscard]] NodeId processor_of(std::uint32_t label) const;
  [[nodiscard]] std::optional<std::uint32_t> left_child(std::uint32_t label) const;
  [[nodiscard]] std::optional<std::uint32_t> right_child(std::uint32_t label) const;
  /// Delay of a sender (a label with a child) in steps: in step t it sends packet t - level
  /// (packets from 1). The depth floor(log2 h) of label h; the leaf that serves label 0 sends one
  /// step earlier, in the right pass of the very step in whose left pass it got the packet.
  [[nodiscard]] std::int64_t level(std::uint32_t label) const;
  /// Number of levels that send: n - 1 for k = 2^n (at least 1), floor(log2 k) for other k.
  [[nodiscard]] std::int64_t levels() const;

 private:
  NodeId nodes_;
  NodeId root_;
};

/// `binary-tree`: the left map, then the right map (k = 2: the right one only).
[[nodiscard]] PipelinedMaps tree_maps(NodeId nodes, NodeId root);

/// The steps of a pipelined broadcast of `split`, packets from 0 in the messages.
[[nodiscard]] SwitchPlan pipelined_plan(const PipelinedMaps& maps, EvenSplit split);

/// Broadcast `recursive-doubling`: in step i nodes at distance j < 2^i from the root send all to
/// distance j + 2^i, if that is below k.
[[nodiscard]] SwitchPlan doubling_broadcast_plan(NodeId nodes, NodeId root, Words words);

/// Allgather `daisy-chain`: k - 1 times, every node sends the block it got last to the next node.
[[nodiscard]] SwitchPlan daisy_chain_plan(NodeId nodes, Words words);

/// One step of allgather `recursive-doubling`: node j receives from node j + distance (mod k) its
/// first `blocks` blocks, those of j + distance, j + distance + 1, ...
struct DoublingStep {
  NodeId distance = 1;
  NodeId blocks = 1;

  friend bool operator==(const DoublingStep&, const DoublingStep&) = default;
};
[[nodiscard]] std::vector<DoublingStep> doubling_steps(NodeId nodes);
[[nodiscard]] SwitchPlan doubling_allgather_plan(NodeId nodes, Words words);

/// Scatter `recursive`, k = 2^n: in step j = 1 .. n the relative node a < 2^(j-1) (relative to the
/// root: node xor root) sends to a + 2^(j-1) all blocks of `scatter_blocks`. `words`: one block.
/// Gather is the same backwards.
[[nodiscard]] SwitchPlan scatter_plan(NodeId nodes, NodeId root, Words words);
[[nodiscard]] SwitchPlan gather_plan(NodeId nodes, NodeId root, Words words);
/// The nodes whose blocks cross in step j between relative nodes a and `receiver` = a + 2^(j-1):
/// those whose low j bits, relative to the root, are the receiver's; 2^(n-j), rising relatively.
[[nodiscard]] std::vector<NodeId> scatter_blocks(NodeId nodes, NodeId root, std::uint32_t step,
                                                 NodeId receiver);

/// Alltoall `exchange`, k = 2^n: for bit t = n-1 .. 0 every node sends to node xor 2^t the k / 2
/// blocks it holds whose destination differs from it in bit t.
[[nodiscard]] SwitchPlan exchange_plan(NodeId nodes, Words words);
/// Alltoall `shifts`: in pass t = 1 .. k - 1 node v sends block (v, v + t) to v + t.
[[nodiscard]] SwitchPlan shifts_plan(NodeId nodes, Words words);

}  // namespace plexus
