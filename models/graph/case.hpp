#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/node/processor.hpp"
#include "models/direct/combining.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/direct/figures.hpp"
#include "models/ensemble/equations.hpp"
#include "models/graph/shape.hpp"
#include "models/operations/reduction.hpp"
#include "models/schedule/algorithm.hpp"

namespace plexus {

/// The parameters of a run on a graph, read once. What an operation does not take keeps its
/// default.
struct GraphCase {
  using Module = direct_machine;
  using Node = processor;

  std::shared_ptr<const GraphShape> graph;
  Words words{1};
  LinkTiming timing;  ///< of links for which the file says nothing
  PortRule rule = PortRule::kAllFull;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Operator op = Operator::kSum;
  paper_1986::PacketWish packet_wish{std::int64_t{1}};
  std::int64_t packets = 1;
  ScheduleSlot scheduled;
  SharedReduction reduction;  ///< what is combined, and by how much: filled by the run

  std::vector<NodeId> ring;          ///< nodes in its order
  std::optional<SpanningTree> tree;  ///< of a broadcast or allreduce
  Route way;                         ///< of a move
  [[nodiscard]] NodeId nodes() const { return graph->nodes(); }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] GraphCase graph_case(const Values& values);

[[nodiscard]] Parameter graph_parameter();
[[nodiscard]] std::vector<Parameter> graph_parameters();
[[nodiscard]] std::vector<Parameter> graph_root_parameters(const char* help);
[[nodiscard]] std::vector<Parameter> graph_move_parameters();
[[nodiscard]] std::vector<Parameter> graph_reduction_parameters();

void report_packets(const GraphCase& at, const direct_machine& top, Statistics& statistics);
void report_op(const GraphCase& at, const direct_machine& top, Statistics& statistics);

// ---- Rings and trees in the graph ---------------------------------------------------------------
/// Finds a ring through all nodes; refuses (`feature`) a graph in which none is found.
void find_ring(GraphCase& at);
[[nodiscard]] RingPlace place_on_ring(const GraphCase& at, NodeId node);
/// When `rounds` rounds of the ring are over: in round i place p sends chunk p - 1 - i once it has
/// it; `words` of each chunk.
[[nodiscard]] Cycles ring_cycles(const GraphCase& at, std::int64_t rounds,
                                 const std::vector<Words>& words);
/// Cycles until all packets of a split have come down the tree, or up it.
[[nodiscard]] Cycles cycles_down(const GraphCase& at, EvenSplit split);
[[nodiscard]] Cycles cycles_up(const GraphCase& at, EvenSplit split);

/// As `settle_packets` (models/ensemble). Nothing is known of how links of several speeds work
/// together, so `optimal` tries all numbers: refuses (`size`) it for more than 4096 words.
void settle_packets_on_graph(GraphCase& at, std::int64_t (*formula)(const GraphCase&),
                             Cycles (*exact)(const GraphCase&));

/// A vector of `words` at every node in `chunks` chunks.
void share_vector(GraphCase& at, Words words, std::int64_t chunks);
[[nodiscard]] std::optional<std::string> wrong_allreduce(const GraphCase& at,
                                                         const direct_machine& top);

}  // namespace plexus
