#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/direct/combining.hpp"
#include "models/direct/direct_case.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/graph/routes.hpp"
#include "models/graph/shape.hpp"

namespace plexus {

/// What lies below a node of a tree: the farthest nodes first, and the channels that lead there.
struct Subtree {
  std::vector<NodeId> nodes;
  std::vector<unsigned> channels;
};

/// The parameters of a run on a graph, read once; `timing` is that of links for which the file says
/// nothing.
struct GraphCase : DirectCase {
  GraphCase() : DirectCase{PortRule::kAllFull} {}

  std::shared_ptr<const GraphShape> graph;
  std::string routes;  ///< a file with ways; empty: the shortest ones

  std::vector<NodeId> ring;                              ///< nodes in its order
  std::optional<SpanningTree> tree;                      ///< of a broadcast or allreduce
  Route way;                                             ///< of a move
  std::shared_ptr<const std::vector<Subtree>> subtrees;  ///< of a scatter or gather, by node
  /// That take part: switches do not.
  [[nodiscard]] NodeId nodes() const { return graph->processors(); }
  [[nodiscard]] NextHopOf ways() const { return ways_on(*graph, timing, routes); }
  /// Of the messages of a schedule where they set out.
  [[nodiscard]] NextHopOf links() const { return ways_on(*graph, timing, routes, true); }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] GraphCase graph_case(const Values& values);

/// What a file's graph is, as far as it does not depend on the clock. Throws Refusal.
[[nodiscard]] GraphShape graph_of(const Values& values);
/// `graph`, and `hosts` of a topology of GPUs.
[[nodiscard]] std::vector<Parameter> graph_shape_parameters();
[[nodiscard]] RunParameters graph_parameters();
/// `routes`: a file, or `shortest`.
[[nodiscard]] Parameter graph_routes_parameter();

// ---- Rings and trees in the graph ---------------------------------------------------------------
/// Finds a ring through all nodes; refuses (`feature`) a graph in which none is found.
void find_ring(GraphCase& at);
/// Finds the tree of shortest ways from the root; refuses (`feature`) a graph with switches, which
/// hold nothing.
void plant_tree(GraphCase& at);
[[nodiscard]] RingPlace place_on_ring(const GraphCase& at, NodeId node);
/// When `rounds` rounds of the ring are over: in round i place p sends chunk p - 1 - i once it has
/// it; `words` of each chunk.
[[nodiscard]] Cycles ring_cycles(const GraphCase& at, std::int64_t rounds,
                                 const std::vector<Words>& words);
/// The same where the words of a chunk depend on the round.
[[nodiscard]] Cycles ring_cycles(
    const GraphCase& at, std::int64_t rounds,
    const std::function<Words(std::int64_t round, std::size_t chunk)>& words);
/// Nodes of the tree, parents before children.
[[nodiscard]] std::vector<NodeId> by_level(const SpanningTree& tree);
/// Finds the tree from the root, and what lies below each node.
void plant_subtrees(GraphCase& at);
void report_depth(const GraphCase& at, const direct_machine& top, Statistics& statistics);
/// Cycles until all packets of a split have come down the tree, or up it.
[[nodiscard]] Cycles cycles_down(const GraphCase& at, EvenSplit split);
[[nodiscard]] Cycles cycles_up(const GraphCase& at, EvenSplit split);

/// As `settle_packets` (models/ensemble). Nothing is known of how links of several speeds work
/// together, so `optimal` tries all numbers: refuses (`size`) it for more than 4096 words.
void settle_packets_on_graph(GraphCase& at, std::int64_t hops, Cycles (*exact)(const GraphCase&));

}  // namespace plexus
