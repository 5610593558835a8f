#include "models/hypercube/costs.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "models/catalogue/refusal.hpp"
#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/hypercube/paths.hpp"

namespace plexus::hypercube_cost {

using namespace paper_1986;

namespace {

std::int64_t nodes(HypercubeShape shape) { return std::int64_t{shape.nodes()}; }

/// Steps of an exchange: one direction after the other, or both at once.
int exchange_steps(PortRule rule) { return full_duplex(rule) ? 1 : 2; }

/// Packets two steps apart down a tree of some depth: c(s_1) in every level, then twice each other.
Cycles every_other_step(int depth, EvenSplit split, LinkTiming link) {
  const Cycles first = link.hop(split.largest());
  return depth * first + 2 * (sum_of_hops(split, link) - first);
}

void require_two_trees(HypercubeShape shape) {
  if (shape.dimension() >= 4) return;
  throw Refusal{RefusalClass::kSize, "dimension is " + std::to_string(shape.dimension()) +
                                         ": two edge-disjoint trees need at least 4"};
}

/// (3.21) beside algorithms that the paper does not have.
Prediction beside_3_21(HypercubeShape shape, Words words, LinkTiming link) {
  return printed("(3.21)", "3.2(E)", printed_pipeline_minimum(shape.dimension(), real(words), link),
                 Relation::kApproximate);
}

}  // namespace

// ---- The printed equations ----------------------------------------------------------------------

double printed_3_13(double n) { return n; }

double printed_after_proposition_3_2(double i, double n, double N, LinkTiming link) {
  return printed_pipeline_minimum(i, N, link, n);
}

double printed_3_33(double n, double N, LinkTiming link) {
  return 2 * n * tau(link) + 2 * N / (n * b(link));
}

double printed_3_40(double n, double N, LinkTiming link) { return n * tau(link) + N / b(link); }

double printed_3_5_e(double n, double N, LinkTiming link) {
  return n * (N / (std::exp2(n) * b(link)) + 2 * tau(link));
}

// ---- move ---------------------------------------------------------------------------------------

Cycles move_naive(NodeId source, NodeId destination, Words words, LinkTiming link) {
  return HypercubeShape::distance(source, destination) * link.hop(words);
}

std::vector<Prediction> move_naive_predictions(NodeId source, NodeId destination, Words words,
                                               LinkTiming link) {
  return whole_message_predictions(HypercubeShape::distance(source, destination), words, link);
}

Cycles move_pipelined(NodeId source, NodeId destination, Words words, std::int64_t packets,
                      LinkTiming link) {
  return pipelined(HypercubeShape::distance(source, destination), words, packets, link);
}

std::int64_t move_pipelined_optimal(NodeId source, NodeId destination, Words words,
                                    LinkTiming link) {
  return optimal_packets(HypercubeShape::distance(source, destination), words, link);
}

std::int64_t move_pipelined_formula(NodeId source, NodeId destination, Words words,
                                    LinkTiming link) {
  return formula_packets(HypercubeShape::distance(source, destination), words, link);
}

std::vector<Prediction> move_pipelined_predictions(NodeId source, NodeId destination, Words words,
                                                   std::int64_t packets, LinkTiming link) {
  return pipeline_predictions("(3.14)", "3.1(E)", HypercubeShape::distance(source, destination),
                              words, packets, link);
}

namespace {

std::vector<std::int64_t> path_lengths(HypercubeShape shape, NodeId source, NodeId destination) {
  std::vector<std::int64_t> lengths;
  for (const Route& path : node_disjoint_paths(shape, source, destination)) {
    lengths.push_back(static_cast<std::int64_t>(path.size()));
  }
  return lengths;
}

}  // namespace

Cycles move_multi_path(HypercubeShape shape, NodeId source, NodeId destination, Words words,
                       std::int64_t packets, LinkTiming link) {
  return pipelined_on_paths(path_lengths(shape, source, destination), words, packets, link);
}

std::int64_t move_multi_path_optimal(HypercubeShape shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link) {
  const auto lengths = path_lengths(shape, source, destination);
  return optimal_packets(
      words.count(), [&](std::int64_t nu) { return pipelined_on_paths(lengths, words, nu, link); });
}

std::int64_t move_multi_path_formula(HypercubeShape shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link) {
  const Words largest_part = EvenSplit{words, shape.dimension()}.largest();
  return formula_packets(path_lengths(shape, source, destination).back(), largest_part, link);
}

std::vector<Prediction> move_multi_path_predictions(HypercubeShape shape, NodeId source,
                                                    NodeId destination, Words words,
                                                    std::int64_t packets, LinkTiming link) {
  const int n = shape.dimension();
  const int distance = HypercubeShape::distance(source, destination);
  const int longest = distance < n ? distance + 2 : n;
  return {
      printed("after proposition 3.2", "3.1(E)",
              printed_after_proposition_3_2(longest, n, real(words), link), Relation::kApproximate),
      exact(move_multi_path(shape, source, destination, words, packets, link))};
}

// ---- broadcast ----------------------------------------------------------------------------------

Cycles broadcast_spanning_tree(HypercubeShape shape, Words words, std::int64_t packets,
                               LinkTiming link) {
  return pipelined(shape.dimension(), words, packets, link);
}

std::int64_t broadcast_spanning_tree_optimal(HypercubeShape shape, Words words, LinkTiming link) {
  return optimal_packets(shape.dimension(), words, link);
}

std::int64_t broadcast_spanning_tree_formula(HypercubeShape shape, Words words, LinkTiming link) {
  return formula_packets(shape.dimension(), words, link);
}

std::vector<Prediction> broadcast_spanning_tree_predictions(HypercubeShape shape, Words words,
                                                            std::int64_t packets, LinkTiming link) {
  const int n = shape.dimension();
  if (n < 1) return {exact(broadcast_spanning_tree(shape, words, packets, link))};
  return pipeline_predictions("(3.21)", "3.2(E)", n, words, packets, link);
}

Cycles broadcast_spanning_tree_alternate(HypercubeShape shape, Words words, std::int64_t packets,
                                         LinkTiming link) {
  const int n = shape.dimension();
  if (n < 2) return pipelined(n, words, packets, link);
  return every_other_step(n, {words, packets}, link);
}

std::int64_t broadcast_spanning_tree_alternate_optimal(HypercubeShape shape, Words words,
                                                       LinkTiming link) {
  return optimal_packets(words.count(), [&](std::int64_t nu) {
    return broadcast_spanning_tree_alternate(shape, words, nu, link);
  });
}

std::int64_t broadcast_spanning_tree_alternate_formula(HypercubeShape shape, Words words,
                                                       LinkTiming link) {
  return formula_packets(shape.dimension(), words, link);
}

std::vector<Prediction> broadcast_spanning_tree_alternate_predictions(HypercubeShape shape,
                                                                      Words words,
                                                                      std::int64_t packets,
                                                                      LinkTiming link) {
  std::vector<Prediction> result;
  if (shape.dimension() >= 1) result.push_back(beside_3_21(shape, words, link));
  result.push_back(exact(broadcast_spanning_tree_alternate(shape, words, packets, link)));
  return result;
}

Cycles broadcast_two_trees(HypercubeShape shape, Words words, std::int64_t packets,
                           LinkTiming link) {
  require_two_trees(shape);
  return std::max(part_pipelined(shape.dimension(), first_half(words), packets, link),
                  part_pipelined(shape.dimension(), second_half(words), packets, link));
}

std::int64_t broadcast_two_trees_optimal(HypercubeShape shape, Words words, LinkTiming link) {
  return optimal_packets(
      words.count(), [&](std::int64_t nu) { return broadcast_two_trees(shape, words, nu, link); });
}

std::int64_t broadcast_two_trees_formula(HypercubeShape shape, Words words, LinkTiming link) {
  return formula_packets(shape.dimension(), first_half(words), link);
}

std::vector<Prediction> broadcast_two_trees_predictions(HypercubeShape shape, Words words,
                                                        std::int64_t packets, LinkTiming link) {
  return {beside_3_21(shape, words, link), exact(broadcast_two_trees(shape, words, packets, link))};
}

Cycles broadcast_two_trees_alternate(HypercubeShape shape, Words words, std::int64_t packets,
                                     LinkTiming link) {
  require_two_trees(shape);
  // Packet j of the first half is never the shorter one, so m_j = c(s_j) of that half.
  const Words half = first_half(words);
  return every_other_step(shape.dimension(), {half, std::min(packets, half.count())}, link);
}

std::int64_t broadcast_two_trees_alternate_optimal(HypercubeShape shape, Words words,
                                                   LinkTiming link) {
  return optimal_packets(words.count(), [&](std::int64_t nu) {
    return broadcast_two_trees_alternate(shape, words, nu, link);
  });
}

std::int64_t broadcast_two_trees_alternate_formula(HypercubeShape shape, Words words,
                                                   LinkTiming link) {
  return formula_packets(shape.dimension(), first_half(words), link);
}

std::vector<Prediction> broadcast_two_trees_alternate_predictions(HypercubeShape shape, Words words,
                                                                  std::int64_t packets,
                                                                  LinkTiming link) {
  return {beside_3_21(shape, words, link),
          exact(broadcast_two_trees_alternate(shape, words, packets, link))};
}

// ---- allgather ----------------------------------------------------------------------------------

namespace {

/// The sum over i = 0 .. n - 1 of c(2^i part).
Cycles doubling(int steps, Words part, LinkTiming link) {
  Cycles total;
  for (int i = 0; i < steps; ++i) total += link.hop((std::int64_t{1} << i) * part);
  return total;
}

}  // namespace

Cycles allgather_alternating_direction(HypercubeShape shape, Words words, PortRule rule,
                                       LinkTiming link) {
  return exchange_steps(rule) * doubling(shape.dimension(), words, link);
}

std::vector<Prediction> allgather_alternating_direction_predictions(HypercubeShape shape,
                                                                    Words words, PortRule rule,
                                                                    LinkTiming link) {
  return {exact(allgather_alternating_direction(shape, words, rule, link))};
}

Cycles allgather_total_exchange(HypercubeShape shape, Words words, PortRule rule, LinkTiming link) {
  const int n = shape.dimension();
  if (n == 0) return 0_cycles;
  return exchange_steps(rule) * doubling(n, EvenSplit{words, n}.largest(), link);
}

std::vector<Prediction> allgather_total_exchange_predictions(HypercubeShape shape, Words words,
                                                             PortRule rule, LinkTiming link) {
  const int n = shape.dimension();
  const Prediction count = exact(allgather_total_exchange(shape, words, rule, link));
  if (n == 0) return {count};
  return half_duplex(rule,
                     {printed("(3.33)", "3.3(E)", printed_3_33(n, real(nodes(shape) * words), link),
                              at_most_if(packets_divide(words, n, link))),
                      count});
}

Cycles allgather_daisy_chain(HypercubeShape shape, Words words, LinkTiming link) {
  static_cast<void>(GrayRing{shape});  // refuses what has no ring
  return (nodes(shape) - 1) * link.hop(words);
}

std::vector<Prediction> allgather_daisy_chain_predictions(HypercubeShape shape, Words words,
                                                          LinkTiming link) {
  return {exact(allgather_daisy_chain(shape, words, link))};
}

Cycles allgather_sequential_broadcast(HypercubeShape shape, Words words, std::int64_t packets,
                                      LinkTiming link) {
  return nodes(shape) * broadcast_spanning_tree(shape, words, packets, link);
}

std::int64_t allgather_sequential_broadcast_optimal(HypercubeShape shape, Words words,
                                                    LinkTiming link) {
  return broadcast_spanning_tree_optimal(shape, words, link);
}

std::int64_t allgather_sequential_broadcast_formula(HypercubeShape shape, Words words,
                                                    LinkTiming link) {
  return broadcast_spanning_tree_formula(shape, words, link);
}

std::vector<Prediction> allgather_sequential_broadcast_predictions(HypercubeShape shape,
                                                                   Words words,
                                                                   std::int64_t packets,
                                                                   LinkTiming link) {
  return {exact(allgather_sequential_broadcast(shape, words, packets, link))};
}

// ---- scatter, gather, alltoall ------------------------------------------------------------------

Cycles scatter_recursive(HypercubeShape shape, Words words, LinkTiming link) {
  return doubling(shape.dimension(), words, link);
}

std::vector<Prediction> scatter_recursive_predictions(HypercubeShape shape, Words words,
                                                      LinkTiming link) {
  const Prediction count = exact(scatter_recursive(shape, words, link));
  if (shape.dimension() == 0) return {count};
  return {
      printed("(3.40)", "3.4(E)", printed_3_40(shape.dimension(), real(nodes(shape) * words), link),
              at_most_if(bandwidth_divides(words, link))),
      count};
}

std::vector<Prediction> gather_recursive_predictions(HypercubeShape shape, Words words,
                                                     LinkTiming link) {
  return {exact(scatter_recursive(shape, words, link))};
}

Cycles alltoall_recursive_exchange(HypercubeShape shape, Words words, PortRule rule,
                                   LinkTiming link) {
  if (shape.dimension() == 0) return 0_cycles;
  const Words half = nodes(shape) / 2 * words;
  return exchange_steps(rule) * shape.dimension() * link.hop(half);
}

std::vector<Prediction> alltoall_recursive_exchange_predictions(HypercubeShape shape, Words words,
                                                                PortRule rule, LinkTiming link) {
  const Prediction count = exact(alltoall_recursive_exchange(shape, words, rule, link));
  if (shape.dimension() == 0) return {count};
  const std::int64_t k = nodes(shape);
  return half_duplex(rule, {printed("3.5(E), N for N^2", "3.5(E)",
                                    printed_3_5_e(shape.dimension(), real(k * k * words), link),
                                    equal_if(bandwidth_divides(k / 2 * words, link))),
                            count});
}

// ---- lower bounds -------------------------------------------------------------------------------

std::int64_t channels(HypercubeShape shape, PortRule rule) {
  const bool one = rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort;
  return one ? 1 : shape.dimension();
}

Cycles move_lower_bound(HypercubeShape shape, NodeId source, NodeId destination, Words words,
                        PortRule rule, LinkTiming link) {
  return lower_bound(HypercubeShape::distance(source, destination), words, channels(shape, rule),
                     link);
}

Cycles broadcast_lower_bound(HypercubeShape shape, Words words, PortRule rule, LinkTiming link) {
  return lower_bound(shape.dimension(), words, channels(shape, rule), link);
}

Cycles exchange_lower_bound(HypercubeShape shape, Words words, PortRule rule, LinkTiming link) {
  return lower_bound(shape.dimension(), (nodes(shape) - 1) * words, channels(shape, rule), link);
}

}  // namespace plexus::hypercube_cost
