#include "models/hypercube/costs.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "models/hypercube/paths.hpp"
#include "models/lower_bound.hpp"
#include "models/pipelining.hpp"
#include "models/refusal.hpp"

namespace plexus::hypercube_cost {
namespace {

double tau(LinkTiming link) { return static_cast<double>(link.startup.count()); }
double b(LinkTiming link) { return static_cast<double>(link.bandwidth.count()); }
double real(std::int64_t count) { return static_cast<double>(count); }
double real(Words words) { return real(words.count()); }

/// (sqrt(data) + sqrt((i - 1) tau))^2: the smallest t(nu) over real nu, `data` = words / b.
double pipeline_minimum(double i, double data, LinkTiming link) {
  const double root = std::sqrt(data) + std::sqrt((i - 1) * tau(link));
  return root * root;
}

std::int64_t nodes(HypercubeShape shape) { return std::int64_t{shape.nodes()}; }

bool divides(std::int64_t divisor, Words words) { return words.count() % divisor == 0; }
bool bandwidth_divides(Words words, LinkTiming link) {
  return divides(link.bandwidth.count(), words);
}
/// No rounding: equal packets of whole beats.
bool packets_divide(Words words, std::int64_t packets, LinkTiming link) {
  return divides(packets, words) && bandwidth_divides(Words{words.count() / packets}, link);
}

/// The relations of spec 6: `equal*`, and `at-most` where nothing is rounded.
Relation equal_if(bool undivided) { return undivided ? Relation::kEqual : Relation::kAtLeast; }
Relation at_most_if(bool undivided) {
  return undivided ? Relation::kAtMost : Relation::kApproximate;
}

/// The paper's channels are half duplex; otherwise its exchanges are only a yardstick.
Relation half_duplex(PortRule rule, Relation relation) {
  return full_duplex(rule) ? Relation::kApproximate : relation;
}

/// Steps of an exchange: one direction after the other, or both at once.
int exchange_steps(PortRule rule) { return full_duplex(rule) ? 1 : 2; }

Prediction exact(Cycles cycles) {
  return {"exact", "exact count", real(cycles.count()), Relation::kEqual};
}
Prediction printed(std::string equation, const std::string& section, double cycles,
                   Relation relation) {
  return {std::move(equation), "Saad and Schultz 1986, " + section, cycles, relation};
}

/// F for a part of a message, which may be shorter than `packets` words.
Cycles part_pipelined(std::int64_t hops, Words part, std::int64_t packets, LinkTiming link) {
  return pipelined(hops, part, std::min(packets, part.count()), link);
}

Words first_half(Words words) { return EvenSplit{words, 2}.size(0); }
Words second_half(Words words) { return EvenSplit{words, 2}.size(1); }

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
  return printed("(3.21)", "3.2(E)", printed_3_21(shape.dimension(), real(words), link),
                 Relation::kApproximate);
}

}  // namespace

// ---- The printed equations ----------------------------------------------------------------------

double printed_3_3(double i, double N, LinkTiming link) { return i * (tau(link) + N / b(link)); }

double printed_t(double nu, double i, double N, LinkTiming link) {
  return printed_pipeline(nu, i, N, link);
}

double printed_3_13(double n) { return n; }

double printed_3_14(double i, double N, LinkTiming link) {
  return pipeline_minimum(i, N / b(link), link);
}

double printed_after_proposition_3_2(double i, double n, double N, LinkTiming link) {
  return pipeline_minimum(i, N / (n * b(link)), link);
}

double printed_3_21(double n, double N, LinkTiming link) {
  return pipeline_minimum(n, N / b(link), link);
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
  const double i = HypercubeShape::distance(source, destination);
  return {printed("(3.3)", "3.1(C)", printed_3_3(i, real(words), link),
                  equal_if(bandwidth_divides(words, link))),
          exact(move_naive(source, destination, words, link))};
}

Cycles move_pipelined(NodeId source, NodeId destination, Words words, std::int64_t packets,
                      LinkTiming link) {
  return pipelined(HypercubeShape::distance(source, destination), words, packets, link);
}

std::int64_t move_pipelined_optimal(NodeId source, NodeId destination, Words words,
                                    LinkTiming link) {
  return optimal_packets(words.count(), [&](std::int64_t nu) {
    return move_pipelined(source, destination, words, nu, link);
  });
}

std::int64_t move_pipelined_formula(NodeId source, NodeId destination, Words words,
                                    LinkTiming link) {
  return formula_packets(HypercubeShape::distance(source, destination), words, link);
}

std::vector<Prediction> move_pipelined_predictions(NodeId source, NodeId destination, Words words,
                                                   std::int64_t packets, LinkTiming link) {
  const double i = HypercubeShape::distance(source, destination);
  return {printed("t(nu)", "3.1(C)", printed_t(real(packets), i, real(words), link),
                  equal_if(packets_divide(words, packets, link))),
          printed("(3.14)", "3.1(E)", printed_3_14(i, real(words), link), Relation::kAtLeast),
          exact(move_pipelined(source, destination, words, packets, link))};
}

namespace {

std::vector<std::int64_t> path_lengths(HypercubeShape shape, NodeId source, NodeId destination) {
  std::vector<std::int64_t> lengths;
  for (const Route& path : node_disjoint_paths(shape, source, destination)) {
    lengths.push_back(static_cast<std::int64_t>(path.size()));
  }
  return lengths;
}

/// `multi-path` over paths of these lengths.
Cycles over_paths(const std::vector<std::int64_t>& lengths, Words words, std::int64_t packets,
                  LinkTiming link) {
  const EvenSplit parts{words, static_cast<std::int64_t>(lengths.size())};
  Cycles slowest;
  for (std::size_t j = 0; j < lengths.size(); ++j) {
    const Words part = parts.size(static_cast<std::int64_t>(j));
    slowest = std::max(slowest, part_pipelined(lengths[j], part, packets, link));
  }
  return slowest;
}

}  // namespace

Cycles move_multi_path(HypercubeShape shape, NodeId source, NodeId destination, Words words,
                       std::int64_t packets, LinkTiming link) {
  return over_paths(path_lengths(shape, source, destination), words, packets, link);
}

std::int64_t move_multi_path_optimal(HypercubeShape shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link) {
  const auto lengths = path_lengths(shape, source, destination);
  return optimal_packets(words.count(),
                         [&](std::int64_t nu) { return over_paths(lengths, words, nu, link); });
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
  return optimal_packets(words.count(), [&](std::int64_t nu) {
    return broadcast_spanning_tree(shape, words, nu, link);
  });
}

std::int64_t broadcast_spanning_tree_formula(HypercubeShape shape, Words words, LinkTiming link) {
  return formula_packets(shape.dimension(), words, link);
}

std::vector<Prediction> broadcast_spanning_tree_predictions(HypercubeShape shape, Words words,
                                                            std::int64_t packets, LinkTiming link) {
  std::vector<Prediction> result;
  const double n = shape.dimension();
  if (n < 1) return {exact(broadcast_spanning_tree(shape, words, packets, link))};
  result.push_back(printed("t(nu)", "3.1(C)", printed_t(real(packets), n, real(words), link),
                           equal_if(packets_divide(words, packets, link))));
  result.push_back(
      printed("(3.21)", "3.2(E)", printed_3_21(n, real(words), link), Relation::kAtLeast));
  result.push_back(exact(broadcast_spanning_tree(shape, words, packets, link)));
  return result;
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
  std::vector<Prediction> result;
  const int n = shape.dimension();
  if (n == 0) return {exact(allgather_total_exchange(shape, words, rule, link))};
  const bool undivided = divides(n * link.bandwidth.count(), words);
  result.push_back(printed("(3.33)", "3.3(E)", printed_3_33(n, real(nodes(shape) * words), link),
                           half_duplex(rule, at_most_if(undivided))));
  result.push_back(exact(allgather_total_exchange(shape, words, rule, link)));
  return result;
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
  std::vector<Prediction> result;
  if (shape.dimension() == 0) return {exact(scatter_recursive(shape, words, link))};
  result.push_back(printed("(3.40)", "3.4(E)",
                           printed_3_40(shape.dimension(), real(nodes(shape) * words), link),
                           at_most_if(bandwidth_divides(words, link))));
  result.push_back(exact(scatter_recursive(shape, words, link)));
  return result;
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
  std::vector<Prediction> result;
  if (shape.dimension() == 0) return {exact(alltoall_recursive_exchange(shape, words, rule, link))};
  const std::int64_t k = nodes(shape);
  const bool undivided = bandwidth_divides(k / 2 * words, link);
  result.push_back(printed("3.5(E), N for N^2", "3.5(E)",
                           printed_3_5_e(shape.dimension(), real(k * k * words), link),
                           half_duplex(rule, equal_if(undivided))));
  result.push_back(exact(alltoall_recursive_exchange(shape, words, rule, link)));
  return result;
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
