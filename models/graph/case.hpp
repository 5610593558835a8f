#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/direct/combining.hpp"
#include "models/direct/direct_case.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/graph/shape.hpp"

namespace plexus {

/// The parameters of a run on a graph, read once; `timing` is that of links for which the file says
/// nothing.
struct GraphCase : DirectCase {
  GraphCase() : DirectCase{PortRule::kAllFull} {}

  std::shared_ptr<const GraphShape> graph;

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

}  // namespace plexus
