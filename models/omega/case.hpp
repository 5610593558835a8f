#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/ensemble/equations.hpp"
#include "models/omega/module.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/tally.hpp"
#include "models/operations/reduction.hpp"
#include "models/operations/run_parameters.hpp"
#include "models/schedule/algorithm.hpp"

namespace plexus {

/// What an algorithm takes on a machine, counted from its plan.
struct SwitchCount {
  SwitchTally tally;
  std::int64_t steps = 1;  ///< passes on a network that never cuts a step
};

/// The parameters of a run on an unbuffered switch, read once. What an operation does not take
/// keeps its default.
struct SwitchCase {
  using Module = switch_machine;
  using Node = processor;

  NetworkShape network{NetworkKind::kOmega, 2};
  Words words{1};  ///< of a block
  LinkTiming timing;
  SetupMode setup = SetupMode::kNone;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Permutation permutation;
  bool element_broadcast = true;
  paper_1986::PacketWish packet_wish{std::int64_t{1}};
  std::int64_t packets = 1;

  switch_fabric::Elements elements = switch_fabric::Elements::kPlain;
  OnConflict on_conflict = OnConflict::kFault;
  /// What the algorithm takes; empty where only a simulation can tell.
  std::function<SwitchCount(const SwitchCase&)> count;
  Operator op = Operator::kSum;
  ScheduleSlot scheduled;
  SharedReduction reduction;  ///< what is combined, and by how much: filled by the run
  /// What the root of a reduce receives, operands from left to right: filled by the run.
  std::shared_ptr<Blocks> combined;

  /// k of the paper's equations.
  [[nodiscard]] NodeId nodes() const { return network.ports(); }
  [[nodiscard]] double k() const { return nodes(); }
  /// log2 k.
  [[nodiscard]] double log2_k() const;
  [[nodiscard]] SwitchMachine machine() const { return {network, timing, setup}; }
  /// What `count` says, worked out when it is first asked for.
  [[nodiscard]] const SwitchCount& counted() const;
  /// Is this the paper's switch, which is set in no time and cuts no step of the algorithm?
  [[nodiscard]] bool on_papers_machine() const;

 private:
  mutable std::optional<SwitchCount> counted_;
};

/// Reads a case. Throws Refusal.
[[nodiscard]] SwitchCase switch_case(const Values& values);

/// The parameters of a run on a buffered switch, read once.
struct BufferedSwitchCase {
  using Module = fifo_switch_machine;
  using Node = processor;

  NetworkShape network{NetworkKind::kOmega, 2};
  Permutation permutation;
  FifoSetting fifos;
};

/// Reads a case. Throws Refusal.
[[nodiscard]] BufferedSwitchCase buffered_switch_case(const Values& values);

/// What is asked about a network, without a run.
struct TopologyCase {
  using Module = switch_machine;
  using Node = processor;

  NetworkShape network{NetworkKind::kOmega, 2};
  SwitchRoute route;
  Permutation permutation;
};

/// Reads a case. Throws Refusal.
[[nodiscard]] TopologyCase topology_case(const Values& values);

// ---- Parameters ---------------------------------------------------------------------------------
/// `nodes`; then `network`, where another one than omega can be chosen.
[[nodiscard]] Parameter switch_nodes_parameter();
[[nodiscard]] Parameter network_parameter();
[[nodiscard]] Parameter setup_parameter();
[[nodiscard]] Parameter radix_parameter();
[[nodiscard]] Parameter permutation_parameter();
[[nodiscard]] Parameter fifo_depth_parameter(std::int64_t fallback);
[[nodiscard]] Parameter arbitration_parameter();
[[nodiscard]] Parameter switch_seed_parameter();
/// What all collectives on an unbuffered switch take.
[[nodiscard]] RunParameters switch_parameters();
/// Of a broadcast; with `packets`.
[[nodiscard]] std::vector<Parameter> switch_broadcast_parameters();
[[nodiscard]] std::vector<Parameter> switch_packet_parameters();
/// The parameters, of which the last one refuses (`feature`) every network but omega, which alone
/// can do `what`.
[[nodiscard]] std::vector<Parameter> on_omega_alone(std::vector<Parameter> parameters,
                                                    const std::string& what);
/// Of a question about a network.
[[nodiscard]] std::vector<Parameter> topology_parameters();

/// The network that `network`, `nodes` and `radix` name, as far as they are given. Refuses sizes
/// that it does not have.
[[nodiscard]] NetworkShape network_of(const Values& values);
/// The permutation that `permutation` names.
[[nodiscard]] Permutation permutation_of(const Values& values);
/// What the elements' queues are like: `fifo_depth`, `arbitration`, `seed`.
[[nodiscard]] FifoSetting fifos_of(const Values& values);

// ---- Memory -------------------------------------------------------------------------------------
/// Bytes that nodes and elements need.
[[nodiscard]] double switch_memory(const NetworkShape& network);

// ---- Exact counts -------------------------------------------------------------------------------
/// Cycles of the plan, cuts and set-up included; nothing where only a simulation can tell.
[[nodiscard]] std::optional<Cycles> counted_cycles(const SwitchCase& at);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
/// Move, broadcast `hardware`, reduce: one pass of w words.
[[nodiscard]] Cycles switch_bound_message(const SwitchCase& at);
/// Every other broadcast: ceil(log2 k) passes of at least a word; w words into one node.
[[nodiscard]] Cycles switch_bound_broadcast(const SwitchCase& at);
/// Allgather: ceil(log2 k) passes; (k - 1) w words into one node.
[[nodiscard]] Cycles switch_bound_allgather(const SwitchCase& at);
/// Scatter, gather, alltoall, reduce-scatter: (k - 1) w words out of, or into, one node.
[[nodiscard]] Cycles switch_bound_personal(const SwitchCase& at);
[[nodiscard]] Cycles switch_bound_allreduce(const SwitchCase& at);
/// A permutation: one pass of w words; 0 for the identity, which moves nothing. (The buffered way
/// has no start-up and no bandwidth, hence no bound.)
[[nodiscard]] Cycles switch_bound_permutation(const SwitchCase& at);

}  // namespace plexus
