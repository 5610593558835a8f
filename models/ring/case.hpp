#pragma once

#include <cstdint>

#include "hw/channel/port_rule.hpp"
#include "hw/node/processor.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/direct/combining.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/direct/figures.hpp"
#include "models/ensemble/equations.hpp"
#include "models/operations/reduction.hpp"
#include "models/ring/shape.hpp"
#include "models/ring/streams.hpp"
#include "models/schedule/algorithm.hpp"

namespace plexus {

/// The parameters of a run on a ring, read once. What an operation does not take keeps its default.
struct RingCase {
  using Module = direct_machine;
  using Node = processor;

  RingShape ring;
  Words words{1};
  LinkTiming timing;
  PortRule rule = PortRule::kRingStrict;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  paper_1986::PacketWish packet_wish{std::int64_t{1}};
  std::int64_t packets = 1;
  Operator op = Operator::kSum;
  ScheduleSlot scheduled;
  SharedReduction reduction;  ///< what is combined, and by how much: filled by the run
  RingStreams streams;        ///< how a message is cut and which way its packets go

  /// Links from source to destination, the shorter way.
  [[nodiscard]] NodeId distance() const { return ring.distance(source, destination); }
  /// k of the paper's equations.
  [[nodiscard]] double k() const { return ring.nodes; }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] RingCase ring_case(const Values& values);

// ---- Parameters of the ring's operations --------------------------------------------------------
[[nodiscard]] std::vector<Parameter> ring_parameters();
[[nodiscard]] Parameter ring_nodes_parameter();
/// Of an operation that combines: with `op`.
[[nodiscard]] std::vector<Parameter> ring_reduction_parameters(OperandOrder order);
/// With `source` and `destination`.
[[nodiscard]] std::vector<Parameter> ring_move_parameters();
/// With `root`; `help` says what it is.
[[nodiscard]] std::vector<Parameter> ring_root_parameters(const char* help);

// ---- Figures ------------------------------------------------------------------------------------
/// `packets`, and for a move also `distance`.
void report_packets(const RingCase& at, const direct_machine& top, Statistics& statistics);
void report_packets_and_op(const RingCase& at, const direct_machine& top, Statistics& statistics);
void report_op(const RingCase& at, const direct_machine& top, Statistics& statistics);
void report_move(const RingCase& at, const direct_machine& top, Statistics& statistics);

// ---- Operations that combine --------------------------------------------------------------------
/// A vector of `words` at every node in `chunks` chunks.
void share_vector(RingCase& at, Words words, std::int64_t chunks);
/// The node's place on the ring, clockwise.
[[nodiscard]] RingPlace place_on_ring(const RingCase& at, NodeId node);
/// Chunk p belongs to node p.
[[nodiscard]] BundleOf own_chunks(const Reduction& data);
/// What is wrong with the results of an operation; nothing if all is well.
[[nodiscard]] std::optional<std::string> wrong_allreduce(const RingCase& at,
                                                         const direct_machine& top);
[[nodiscard]] std::optional<std::string> wrong_reduce_scatter(const RingCase& at,
                                                              const direct_machine& top);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
[[nodiscard]] Cycles ring_bound_move(const RingCase& at);
[[nodiscard]] Cycles ring_bound_broadcast(const RingCase& at);
[[nodiscard]] Cycles ring_bound_scatter(const RingCase& at);
[[nodiscard]] Cycles ring_bound_allreduce(const RingCase& at);
/// Gather, allgather, alltoall and reduce-scatter: some node takes k - 1 blocks in.
[[nodiscard]] Cycles ring_bound_gather(const RingCase& at);

}  // namespace plexus
