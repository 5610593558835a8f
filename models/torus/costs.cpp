#include "models/torus/costs.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/torus/paths.hpp"

namespace plexus::torus_cost {

using namespace paper_1986;

namespace {

std::int64_t nodes(const TorusShape& shape) { return std::int64_t{shape.nodes()}; }

/// The paper's grid has two dimensions and wraps around; elsewhere its formula is only a yardstick.
Relation on_grid(const TorusShape& shape, Relation relation) {
  return shape.wrap() && shape.dimensions() == 2 ? relation : Relation::kApproximate;
}
/// Formulas in sqrt k mean something on squares only; one node moves nothing.
bool square_grid(const TorusShape& shape) {
  return shape.dimensions() == 2 && shape.square() && shape.nodes() > 1;
}

/// Two halves down two trees that do not disturb each other.
struct Depths {
  std::int64_t x = 0;
  std::int64_t y = 0;

  [[nodiscard]] Cycles broadcast(Words words, std::int64_t packets, LinkTiming link) const {
    return std::max(part_pipelined(x, first_half(words), packets, link),
                    part_pipelined(y, second_half(words), packets, link));
  }
  [[nodiscard]] std::int64_t optimal(Words words, LinkTiming link) const {
    return optimal_packets(words.count(),
                           [&](std::int64_t nu) { return broadcast(words, nu, link); });
  }
};

/// Largest distances from a node of the torus in the two dimensions.
Depths plane_reaches(const TorusShape& shape, std::string_view algorithm) {
  require_two_dimensions(shape, algorithm);
  require_wrap(shape, algorithm);
  return {shape.reaches(0, 0).larger(), shape.reaches(0, 1).larger()};
}

Depths neighbor_depths(const TorusShape& shape) {
  const auto [px, py] = plane_reaches(shape, "split-neighbor");
  return {std::max(px + py, px + 2), std::max(px + py, py + 2)};
}

Depths tree_depths(const TorusShape& shape, TreeSource source) {
  const SplitTrees trees = edge_disjoint_trees(shape, 0, source);
  return {trees.x.depth(), trees.y.depth()};
}

/// "Formula uses" ecc, ceil(w/2): the three split broadcasts.
std::int64_t split_formula(const TorusShape& shape, Words words, LinkTiming link) {
  return formula_packets(shape.eccentricity(0), first_half(words), link);
}

/// (3.19) beside a split broadcast: `reached` says whether both halves end as it assumes.
std::vector<Prediction> split_predictions(const TorusShape& shape, Cycles count, Words words,
                                          std::int64_t packets, bool reached, LinkTiming link) {
  const double i = real(shape.eccentricity(0));
  const bool even = divides(2, words);
  const std::int64_t nu = std::min(packets, first_half(words).count());
  const bool undivided = even && packets_divide(first_half(words), nu, link);
  return {printed("(3.19), given nu", "3.2(D)", printed_3_19_t(real(nu), i, real(words), link),
                  equal_if(reached && undivided)),
          printed("(3.19)", "3.2(D)", printed_3_19(i, real(words), link), at_least_if(even)),
          exact(count)};
}

/// Hops from every node to the one farthest from it, added up.
std::int64_t sum_of_eccentricities(const TorusShape& shape) {
  if (shape.wrap()) return nodes(shape) * shape.eccentricity(0);
  std::int64_t sum = 0;
  for (NodeId node = 0; node < shape.nodes(); ++node) sum += shape.eccentricity(node);
  return sum;
}

/// Sum over k roots of F(ecc, w, nu), from the sum of their eccentricities.
Cycles sequential_broadcasts(std::int64_t k, std::int64_t eccentricities, Words words,
                             std::int64_t packets, LinkTiming link) {
  if (k == 1) return 0_cycles;
  const EvenSplit split{words, packets};
  return k * sum_of_hops(split, link) + (eccentricities - k) * link.hop(split.largest());
}

}  // namespace

// ---- The printed equations ----------------------------------------------------------------------

double printed_3_7(double k) { return 2 * std::floor(std::sqrt(k) / 2); }

double printed_3_11(double i, double N, LinkTiming link) {
  return printed_pipeline_minimum(i, N, link, 4);
}

double printed_3_12(double distance) { return distance + 6; }

double printed_3_19(double i, double N, LinkTiming link) {
  return printed_pipeline_minimum(i, N, link, 2);
}

double printed_3_19_t(double nu, double i, double N, LinkTiming link) {
  return printed_pipeline(nu, i, N, link, 2);
}

double printed_3_20(double i, double N, LinkTiming link) {
  return 2 * printed_pipeline_minimum(i, N, link);
}

double printed_3_29(double k, double N, LinkTiming link) {
  return k * printed_pipeline_minimum(std::sqrt(k), N, link, k);
}

double printed_3_30(double k, double N, LinkTiming link) {
  return (k - 1) * (N / (k * b(link)) + tau(link));
}

double printed_3_31(double k, double N, LinkTiming link) {
  const double side = std::sqrt(k);
  return (side - 1) * (N / (side * b(link)) * (1 + 1 / side) + 2 * tau(link));
}

double printed_3_32(double k, double N, LinkTiming link) {
  return N / b(link) + 2 * std::sqrt(k) * tau(link);
}

double printed_3_39_first(double k, double N, LinkTiming link) {
  return N / (2 * b(link)) * (1 + 1 / std::sqrt(k)) + 2 * std::sqrt(std::ceil(k / 2)) * tau(link);
}

double printed_3_39_last(double k, double N, LinkTiming link) {
  return N / (2 * b(link)) + std::sqrt(k / 2) * tau(link);
}

double printed_3_44(double k, double N, LinkTiming link) {
  return 2 * (N / (std::sqrt(k) * b(link)) + std::sqrt(k) * tau(link));
}

// ---- move ---------------------------------------------------------------------------------------

Cycles move_naive(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                  LinkTiming link) {
  return shape.distance(source, destination) * link.hop(words);
}

std::vector<Prediction> move_naive_predictions(const TorusShape& shape, NodeId source,
                                               NodeId destination, Words words, LinkTiming link) {
  return whole_message_predictions(shape.distance(source, destination), words, link);
}

Cycles move_pipelined(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                      std::int64_t packets, LinkTiming link) {
  return pipelined(shape.distance(source, destination), words, packets, link);
}

std::int64_t move_pipelined_optimal(const TorusShape& shape, NodeId source, NodeId destination,
                                    Words words, LinkTiming link) {
  return optimal_packets(shape.distance(source, destination), words, link);
}

std::int64_t move_pipelined_formula(const TorusShape& shape, NodeId source, NodeId destination,
                                    Words words, LinkTiming link) {
  return formula_packets(shape.distance(source, destination), words, link);
}

std::vector<Prediction> move_pipelined_predictions(const TorusShape& shape, NodeId source,
                                                   NodeId destination, Words words,
                                                   std::int64_t packets, LinkTiming link) {
  return pipeline_predictions("(3.8)", "3.1(D)", shape.distance(source, destination), words,
                              packets, link, on_grid(shape, Relation::kAtLeast));
}

Cycles move_multi_path(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                       std::int64_t packets, LinkTiming link) {
  return pipelined_on_paths(edge_disjoint_paths(shape, source, destination).lengths(), words,
                            packets, link);
}

std::int64_t move_multi_path_optimal(const TorusShape& shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link) {
  const auto lengths = edge_disjoint_paths(shape, source, destination).lengths();
  return optimal_packets(
      words.count(), [&](std::int64_t nu) { return pipelined_on_paths(lengths, words, nu, link); });
}

std::int64_t move_multi_path_formula(const TorusShape& shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link) {
  const auto lengths = edge_disjoint_paths(shape, source, destination).lengths();
  const Words largest_part = EvenSplit{words, shape.ports()}.largest();
  return formula_packets(lengths.back(), largest_part, link);
}

std::vector<Prediction> move_multi_path_predictions(const TorusShape& shape, NodeId source,
                                                    NodeId destination, Words words,
                                                    std::int64_t packets, LinkTiming link) {
  std::vector<Prediction> result;
  if (shape.dimensions() == 2) {  // the paper's four paths
    const double i = printed_3_12(real(shape.distance(source, destination)));
    result.push_back(
        printed("(3.11)", "3.1(D)", printed_3_11(i, real(words), link), Relation::kApproximate));
  }
  result.push_back(exact(move_multi_path(shape, source, destination, words, packets, link)));
  return result;
}

// ---- broadcast ----------------------------------------------------------------------------------

Cycles broadcast_tree(const TorusShape& shape, NodeId root, Words words, std::int64_t packets,
                      LinkTiming link) {
  return pipelined(shape.eccentricity(root), words, packets, link);
}

std::int64_t broadcast_tree_optimal(const TorusShape& shape, NodeId root, Words words,
                                    LinkTiming link) {
  return optimal_packets(shape.eccentricity(root), words, link);
}

std::int64_t broadcast_tree_formula(const TorusShape& shape, NodeId root, Words words,
                                    LinkTiming link) {
  return formula_packets(shape.eccentricity(root), words, link);
}

std::vector<Prediction> broadcast_tree_predictions(const TorusShape& shape, NodeId root,
                                                   Words words, std::int64_t packets,
                                                   LinkTiming link) {
  const std::int64_t depth = shape.eccentricity(root);
  if (depth < 1) return {exact(broadcast_tree(shape, root, words, packets, link))};
  return pipeline_predictions("(3.18)", "3.2(D)", depth, words, packets, link,
                              on_grid(shape, Relation::kAtLeast));
}

namespace {

/// One axis takes the X packets and then the Y packets, or the other way round.
Cycles axis_last(Depths reaches, Words words, std::int64_t packets, LinkTiming link) {
  const Words x = first_half(words);
  const Words y = second_half(words);
  const EvenSplit x_packets{x, std::min(packets, x.count())};
  const EvenSplit y_packets{y, std::max<std::int64_t>(1, std::min(packets, y.count()))};
  const Cycles axis = sum_of_hops(x_packets, link) + sum_of_hops(y_packets, link) +
                      (std::max(reaches.x, reaches.y) - 1) * link.hop(x_packets.largest());
  return std::max(part_pipelined(reaches.x + reaches.y, x, packets, link), axis);
}

}  // namespace

Cycles broadcast_split_axis_last(const TorusShape& shape, Words words, std::int64_t packets,
                                 LinkTiming link) {
  return axis_last(plane_reaches(shape, "split-axis-last"), words, packets, link);
}

std::int64_t broadcast_split_axis_last_optimal(const TorusShape& shape, Words words,
                                               LinkTiming link) {
  const Depths reaches = plane_reaches(shape, "split-axis-last");
  return optimal_packets(words.count(),
                         [&](std::int64_t nu) { return axis_last(reaches, words, nu, link); });
}

std::int64_t broadcast_split_axis_last_formula(const TorusShape& shape, Words words,
                                               LinkTiming link) {
  return split_formula(shape, words, link);
}

std::vector<Prediction> broadcast_split_axis_last_predictions(const TorusShape& shape, Words words,
                                                              std::int64_t packets,
                                                              LinkTiming link) {
  const auto [px, py] = plane_reaches(shape, "split-axis-last");
  const bool axes_end_in_time = std::min(packets, first_half(words).count()) <= std::min(px, py);
  return split_predictions(shape, broadcast_split_axis_last(shape, words, packets, link), words,
                           packets, axes_end_in_time, link);
}

Cycles broadcast_split_neighbor(const TorusShape& shape, Words words, std::int64_t packets,
                                LinkTiming link) {
  return neighbor_depths(shape).broadcast(words, packets, link);
}

std::int64_t broadcast_split_neighbor_optimal(const TorusShape& shape, Words words,
                                              LinkTiming link) {
  return neighbor_depths(shape).optimal(words, link);
}

std::int64_t broadcast_split_neighbor_formula(const TorusShape& shape, Words words,
                                              LinkTiming link) {
  return split_formula(shape, words, link);
}

std::vector<Prediction> broadcast_split_neighbor_predictions(const TorusShape& shape, Words words,
                                                             std::int64_t packets,
                                                             LinkTiming link) {
  const Depths depths = neighbor_depths(shape);
  const bool shallow = std::max(depths.x, depths.y) == shape.eccentricity(0);
  return split_predictions(shape, depths.broadcast(words, packets, link), words, packets, shallow,
                           link);
}

Cycles broadcast_split_trees(const TorusShape& shape, TreeSource source, Words words,
                             std::int64_t packets, LinkTiming link) {
  return tree_depths(shape, source).broadcast(words, packets, link);
}

std::int64_t broadcast_split_trees_optimal(const TorusShape& shape, TreeSource source, Words words,
                                           LinkTiming link) {
  return tree_depths(shape, source).optimal(words, link);
}

std::int64_t broadcast_split_trees_formula(const TorusShape& shape, Words words, LinkTiming link) {
  return split_formula(shape, words, link);
}

std::vector<Prediction> broadcast_split_trees_predictions(const TorusShape& shape,
                                                          TreeSource source, Words words,
                                                          std::int64_t packets, LinkTiming link) {
  const Depths depths = tree_depths(shape, source);
  const bool shallow = std::max(depths.x, depths.y) == shape.eccentricity(0);
  return split_predictions(shape, depths.broadcast(words, packets, link), words, packets, shallow,
                           link);
}

Cycles broadcast_dimension_phases(const TorusShape& shape, NodeId root, Words words,
                                  std::int64_t packets, LinkTiming link) {
  Cycles total;
  for (int j = 0; j < shape.dimensions(); ++j) {
    total += pipelined(shape.reaches(root, j).larger(), words, packets, link);
  }
  return total;
}

std::int64_t broadcast_dimension_phases_optimal(const TorusShape& shape, NodeId root, Words words,
                                                LinkTiming link) {
  return optimal_packets(words.count(), [&](std::int64_t nu) {
    return broadcast_dimension_phases(shape, root, words, nu, link);
  });
}

std::int64_t broadcast_dimension_phases_formula(const TorusShape& shape, NodeId root, Words words,
                                                LinkTiming link) {
  int largest = 0;
  for (int j = 0; j < shape.dimensions(); ++j) {
    largest = std::max(largest, shape.reaches(root, j).larger());
  }
  return formula_packets(largest, words, link);
}

std::vector<Prediction> broadcast_dimension_phases_predictions(const TorusShape& shape, NodeId root,
                                                               Words words, std::int64_t packets,
                                                               LinkTiming link) {
  std::vector<Prediction> result;
  if (square_grid(shape)) {
    const int half_side = shape.side(0) / 2;
    result.push_back(printed("(3.20)", "3.2(D)", printed_3_20(half_side, real(words), link),
                             on_grid(shape, Relation::kAtLeast)));
  }
  result.push_back(exact(broadcast_dimension_phases(shape, root, words, packets, link)));
  return result;
}

// ---- allgather ----------------------------------------------------------------------------------

Cycles allgather_sequential_broadcast(const TorusShape& shape, Words words, std::int64_t packets,
                                      LinkTiming link) {
  return sequential_broadcasts(nodes(shape), sum_of_eccentricities(shape), words, packets, link);
}

std::int64_t allgather_sequential_broadcast_optimal(const TorusShape& shape, Words words,
                                                    LinkTiming link) {
  const std::int64_t eccentricities = sum_of_eccentricities(shape);
  return optimal_packets(words.count(), [&](std::int64_t nu) {
    return sequential_broadcasts(nodes(shape), eccentricities, words, nu, link);
  });
}

std::int64_t allgather_sequential_broadcast_formula(const TorusShape& shape, Words words,
                                                    LinkTiming link) {
  return formula_packets(shape.diameter(), words, link);
}

std::vector<Prediction> allgather_sequential_broadcast_predictions(const TorusShape& shape,
                                                                   Words words,
                                                                   std::int64_t packets,
                                                                   LinkTiming link) {
  std::vector<Prediction> result;
  if (square_grid(shape)) {
    const std::int64_t k = nodes(shape);
    const bool even = shape.side(0) % 2 == 0;
    result.push_back(printed("(3.29)", "3.3(D)", printed_3_29(real(k), real(k * words), link),
                             even ? on_grid(shape, Relation::kAtLeast) : Relation::kApproximate));
  }
  result.push_back(exact(allgather_sequential_broadcast(shape, words, packets, link)));
  return result;
}

Cycles allgather_daisy_chain(const TorusShape& shape, Words words, LinkTiming link) {
  require_wrap(shape, "daisy-chain");
  return (nodes(shape) - 1) * link.hop(words);
}

std::vector<Prediction> allgather_daisy_chain_predictions(const TorusShape& shape, Words words,
                                                          LinkTiming link) {
  const std::int64_t k = nodes(shape);
  return {printed("(3.30)", "3.3(D)", printed_3_30(real(k), real(k * words), link),
                  equal_if(bandwidth_divides(words, link))),
          exact(allgather_daisy_chain(shape, words, link))};
}

Cycles allgather_alternating_direction(const TorusShape& shape, Words words, LinkTiming link) {
  require_wrap(shape, "alternating-direction");
  Cycles total;
  Words held = words;
  for (const int side : shape.sides()) {
    total += (side - 1) * link.hop(held);
    held = side * held;
  }
  return total;
}

std::vector<Prediction> allgather_alternating_direction_predictions(const TorusShape& shape,
                                                                    Words words, LinkTiming link) {
  std::vector<Prediction> result;
  if (square_grid(shape)) {
    const double k = real(nodes(shape));
    const double N = k * real(words);
    const bool undivided = bandwidth_divides(words, link);
    result.push_back(printed("(3.31)", "3.3(D)", printed_3_31(k, N, link), equal_if(undivided)));
    result.push_back(printed("(3.32)", "3.3(D)", printed_3_32(k, N, link), at_most_if(undivided)));
  }
  result.push_back(exact(allgather_alternating_direction(shape, words, link)));
  return result;
}

// ---- scatter, gather ----------------------------------------------------------------------------

Cycles scatter_dimension_phases(const TorusShape& shape, NodeId root, Words words,
                                LinkTiming link) {
  Cycles total;
  Words bundle = nodes(shape) * words;
  for (int j = 0; j < shape.dimensions(); ++j) {
    bundle = Words{bundle.count() / shape.side(j)};
    total += shape.reaches(root, j).larger() * link.hop(bundle);
  }
  return total;
}

std::vector<Prediction> scatter_dimension_phases_predictions(const TorusShape& shape, NodeId root,
                                                             Words words, LinkTiming link) {
  std::vector<Prediction> result;
  if (square_grid(shape)) {
    const double k = real(nodes(shape));
    const double N = k * real(words);
    result.push_back(printed("(3.39), first line", "3.4(D)", printed_3_39_first(k, N, link),
                             on_grid(shape, at_most_if(bandwidth_divides(words, link)))));
    result.push_back(printed("(3.39), last line", "3.4(D)", printed_3_39_last(k, N, link),
                             Relation::kApproximate));
  }
  result.push_back(exact(scatter_dimension_phases(shape, root, words, link)));
  return result;
}

std::vector<Prediction> gather_dimension_phases_predictions(const TorusShape& shape, NodeId root,
                                                            Words words, LinkTiming link) {
  return {exact(scatter_dimension_phases(shape, root, words, link))};
}

// ---- alltoall, permutation ----------------------------------------------------------------------

Cycles alltoall_dimension_phases(const TorusShape& shape, Words words, LinkTiming link) {
  require_wrap(shape, "alltoall");
  Cycles total;
  for (const int side : shape.sides()) {
    const Words for_one_member = nodes(shape) / side * words;
    for (int i = 1; i < side; ++i) total += link.hop((side - i) * for_one_member);
  }
  return total;
}

std::vector<Prediction> alltoall_dimension_phases_predictions(const TorusShape& shape, Words words,
                                                              LinkTiming link) {
  std::vector<Prediction> result;
  if (square_grid(shape)) {
    const double k = real(nodes(shape));
    result.push_back(printed("(3.44)", "3.5(D)", printed_3_44(k, k * k * real(words), link),
                             at_most_if(bandwidth_divides(words, link))));
  }
  result.push_back(exact(alltoall_dimension_phases(shape, words, link)));
  return result;
}

Cycles permutation_transpose_diagonal(const TorusShape& shape, Words words, LinkTiming link) {
  require_two_dimensions(shape, "transpose-diagonal");
  require_wrap(shape, "transpose-diagonal");
  require_square(shape, "transpose-diagonal");
  return 2 * (shape.side(0) / 2) * link.hop(words);
}

std::vector<Prediction> permutation_transpose_diagonal_predictions(const TorusShape& shape,
                                                                   Words words, LinkTiming link) {
  const double k = real(nodes(shape));
  return {printed("(3.44)", "3.5(D)", printed_3_44(k, k * real(words), link),
                  at_most_if(bandwidth_divides(words, link))),
          exact(permutation_transpose_diagonal(shape, words, link))};
}

// ---- lower bounds -------------------------------------------------------------------------------

namespace {

bool one_channel_each_way(PortRule rule) {
  return rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort;
}

}  // namespace

std::int64_t read_channels(const TorusShape& shape, PortRule rule) {
  if (one_channel_each_way(rule)) return 1;
  return rule == PortRule::kRingStrict ? shape.dimensions() : shape.ports();
}

std::int64_t write_channels(const TorusShape& shape, PortRule rule) {
  return one_channel_each_way(rule) ? 1 : shape.ports();
}

Cycles move_lower_bound(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                        PortRule rule, LinkTiming link) {
  return lower_bound(shape.distance(source, destination), words,
                     std::min(read_channels(shape, rule), write_channels(shape, rule)), link);
}

Cycles broadcast_lower_bound(const TorusShape& shape, NodeId root, Words words, PortRule rule,
                             LinkTiming link) {
  return lower_bound(shape.eccentricity(root), words, read_channels(shape, rule), link);
}

Cycles scatter_lower_bound(const TorusShape& shape, NodeId root, Words words, PortRule rule,
                           LinkTiming link) {
  return lower_bound(shape.eccentricity(root), (nodes(shape) - 1) * words,
                     write_channels(shape, rule), link);
}

Cycles gather_lower_bound(const TorusShape& shape, NodeId root, Words words, PortRule rule,
                          LinkTiming link) {
  return lower_bound(shape.eccentricity(root), (nodes(shape) - 1) * words,
                     read_channels(shape, rule), link);
}

Cycles exchange_lower_bound(const TorusShape& shape, Words words, PortRule rule, LinkTiming link) {
  return lower_bound(shape.diameter(), (nodes(shape) - 1) * words, read_channels(shape, rule),
                     link);
}

Cycles permutation_lower_bound(LinkTiming link) { return link.hop(1_words); }

}  // namespace plexus::torus_cost
