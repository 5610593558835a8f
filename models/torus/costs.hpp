#pragma once

#include <cstdint>
#include <vector>

#include "hw/channel/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"

/// What the algorithms of the torus cost: the equations of Saad and Schultz 1986 as printed, the
/// exact counts of spec 4.4 with packets and rounding, and how the two stand to each other (spec
/// 6).
///
/// `words` is the size of one block (spec 1.3), `packets` the nu of spec 1.2, 1 .. words. A part of
/// fewer words than nu uses one packet for each word. Counts hold for every port rule under which
/// the algorithm runs. Functions of algorithms that a shape does not offer throw Refusal
/// (`feature` on a mesh or another d, `size` for unequal sides).
namespace plexus::torus_cost {

// ---- The printed equations ----------------------------------------------------------------------
// i hops, N words in all, k nodes of a square; in cycles unless said otherwise, never rounded.
// (3.3), t(nu), (3.8) and (3.18) have a form that all machines share:
// models/ensemble/pipelining.hpp.

/// (3.7): largest distance in hops, 2 floor(sqrt k / 2).
double printed_3_7(double k);
/// (3.11): four paths of i hops, (sqrt(N/4b) + sqrt((i - 1) tau))^2.
double printed_3_11(double i, double N, LinkTiming link);
/// (3.12): longest of the four paths in hops, distance + 6.
double printed_3_12(double distance);
/// (3.19): broadcast of two halves down two trees of depth i = 2 floor(sqrt(k/4)),
/// (sqrt(N/2b) + sqrt((i - 1) tau))^2.
double printed_3_19(double i, double N, LinkTiming link);
/// (3.19) before it is minimised: (nu - 1 + i)(tau + N/(2 nu b)).
double printed_3_19_t(double nu, double i, double N, LinkTiming link);
/// (3.20): broadcast in two phases, 2 (sqrt(N/b) + sqrt((i - 1) tau))^2, i = floor(sqrt k / 2).
double printed_3_20(double i, double N, LinkTiming link);
/// (3.29): k broadcasts in turn, k (sqrt(N/(k b)) + sqrt((sqrt k - 1) tau))^2.
double printed_3_29(double k, double N, LinkTiming link);
/// (3.30): daisy chain, (k - 1)(N/(k b) + tau).
double printed_3_30(double k, double N, LinkTiming link);
/// (3.31): alternating directions, (sqrt k - 1)(N/(sqrt k b) (1 + 1/sqrt k) + 2 tau).
double printed_3_31(double k, double N, LinkTiming link);
/// (3.32): the same "for large k", N/b + 2 sqrt k tau.
double printed_3_32(double k, double N, LinkTiming link);
/// (3.39), first line: scatter, N/(2b) (1 + 1/sqrt k) + 2 sqrt(ceil(k/2)) tau. (E21)
double printed_3_39_first(double k, double N, LinkTiming link);
/// (3.39), last line: N/(2b) + sqrt(k/2) tau. (E21)
double printed_3_39_last(double k, double N, LinkTiming link);
/// (3.44): "transposition", 2 (N/(sqrt k b) + sqrt k tau). (E25)
double printed_3_44(double k, double N, LinkTiming link);

// ---- move ---------------------------------------------------------------------------------------

/// `naive`: i c(w).
Cycles move_naive(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                  LinkTiming link);
std::vector<Prediction> move_naive_predictions(const TorusShape& shape, NodeId source,
                                               NodeId destination, Words words, LinkTiming link);

/// `pipelined`: F(i, w, nu).
Cycles move_pipelined(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                      std::int64_t packets, LinkTiming link);
std::int64_t move_pipelined_optimal(const TorusShape& shape, NodeId source, NodeId destination,
                                    Words words, LinkTiming link);
std::int64_t move_pipelined_formula(const TorusShape& shape, NodeId source, NodeId destination,
                                    Words words, LinkTiming link);
std::vector<Prediction> move_pipelined_predictions(const TorusShape& shape, NodeId source,
                                                   NodeId destination, Words words,
                                                   std::int64_t packets, LinkTiming link);

/// `multi-path`: the slowest of 2d paths, max F(l_j, w_j, min(nu, w_j)).
Cycles move_multi_path(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                       std::int64_t packets, LinkTiming link);
std::int64_t move_multi_path_optimal(const TorusShape& shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link);
std::int64_t move_multi_path_formula(const TorusShape& shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link);
std::vector<Prediction> move_multi_path_predictions(const TorusShape& shape, NodeId source,
                                                    NodeId destination, Words words,
                                                    std::int64_t packets, LinkTiming link);

// ---- broadcast ----------------------------------------------------------------------------------

/// `tree`: F(eccentricity of the root, w, nu).
Cycles broadcast_tree(const TorusShape& shape, NodeId root, Words words, std::int64_t packets,
                      LinkTiming link);
std::int64_t broadcast_tree_optimal(const TorusShape& shape, NodeId root, Words words,
                                    LinkTiming link);
std::int64_t broadcast_tree_formula(const TorusShape& shape, NodeId root, Words words,
                                    LinkTiming link);
std::vector<Prediction> broadcast_tree_predictions(const TorusShape& shape, NodeId root,
                                                   Words words, std::int64_t packets,
                                                   LinkTiming link);

/// `split-axis-last`: the farthest corner waits for F(px + py, ceil(w/2), nu), the end of an axis
/// for both halves over one link and max(px, py) - 1 more hops.
Cycles broadcast_split_axis_last(const TorusShape& shape, Words words, std::int64_t packets,
                                 LinkTiming link);
std::int64_t broadcast_split_axis_last_optimal(const TorusShape& shape, Words words,
                                               LinkTiming link);
std::int64_t broadcast_split_axis_last_formula(const TorusShape& shape, Words words,
                                               LinkTiming link);
std::vector<Prediction> broadcast_split_axis_last_predictions(const TorusShape& shape, Words words,
                                                              std::int64_t packets,
                                                              LinkTiming link);

/// `split-neighbor`: the slower half, F(max(px + py, px + 2), ceil(w/2), nu) and
/// F(max(px + py, py + 2), floor(w/2), nu).
Cycles broadcast_split_neighbor(const TorusShape& shape, Words words, std::int64_t packets,
                                LinkTiming link);
std::int64_t broadcast_split_neighbor_optimal(const TorusShape& shape, Words words,
                                              LinkTiming link);
std::int64_t broadcast_split_neighbor_formula(const TorusShape& shape, Words words,
                                              LinkTiming link);
std::vector<Prediction> broadcast_split_neighbor_predictions(const TorusShape& shape, Words words,
                                                             std::int64_t packets, LinkTiming link);

/// `split-trees`: the slower half, F(dx, ceil(w/2), nu) and F(dy, floor(w/2), nu), with the depths
/// of the trees that `source` names. O(nodes): builds them.
Cycles broadcast_split_trees(const TorusShape& shape, TreeSource source, Words words,
                             std::int64_t packets, LinkTiming link);
std::int64_t broadcast_split_trees_optimal(const TorusShape& shape, TreeSource source, Words words,
                                           LinkTiming link);
std::int64_t broadcast_split_trees_formula(const TorusShape& shape, Words words, LinkTiming link);
std::vector<Prediction> broadcast_split_trees_predictions(const TorusShape& shape,
                                                          TreeSource source, Words words,
                                                          std::int64_t packets, LinkTiming link);

/// `dimension-phases`: the sum over the dimensions of F(p_j, w, nu), p_j the larger reach.
Cycles broadcast_dimension_phases(const TorusShape& shape, NodeId root, Words words,
                                  std::int64_t packets, LinkTiming link);
std::int64_t broadcast_dimension_phases_optimal(const TorusShape& shape, NodeId root, Words words,
                                                LinkTiming link);
std::int64_t broadcast_dimension_phases_formula(const TorusShape& shape, NodeId root, Words words,
                                                LinkTiming link);
std::vector<Prediction> broadcast_dimension_phases_predictions(const TorusShape& shape, NodeId root,
                                                               Words words, std::int64_t packets,
                                                               LinkTiming link);

// ---- allgather ----------------------------------------------------------------------------------

/// `sequential-broadcast`: the sum over all nodes of their `tree` broadcast; k F(ecc, w, nu).
Cycles allgather_sequential_broadcast(const TorusShape& shape, Words words, std::int64_t packets,
                                      LinkTiming link);
std::int64_t allgather_sequential_broadcast_optimal(const TorusShape& shape, Words words,
                                                    LinkTiming link);
/// On a mesh with the eccentricity of a corner, the largest one.
std::int64_t allgather_sequential_broadcast_formula(const TorusShape& shape, Words words,
                                                    LinkTiming link);
std::vector<Prediction> allgather_sequential_broadcast_predictions(const TorusShape& shape,
                                                                   Words words,
                                                                   std::int64_t packets,
                                                                   LinkTiming link);

/// `daisy-chain`: (k - 1) c(w).
Cycles allgather_daisy_chain(const TorusShape& shape, Words words, LinkTiming link);
std::vector<Prediction> allgather_daisy_chain_predictions(const TorusShape& shape, Words words,
                                                          LinkTiming link);

/// `alternating-direction`: the sum over j of (L_j - 1) c(w L_0 .. L_(j-1)).
Cycles allgather_alternating_direction(const TorusShape& shape, Words words, LinkTiming link);
std::vector<Prediction> allgather_alternating_direction_predictions(const TorusShape& shape,
                                                                    Words words, LinkTiming link);

// ---- scatter, gather ----------------------------------------------------------------------------

/// `dimension-phases`, scatter and gather: the sum over j of p_j c(w L_(j+1) .. L_(d-1)).
Cycles scatter_dimension_phases(const TorusShape& shape, NodeId root, Words words, LinkTiming link);
std::vector<Prediction> scatter_dimension_phases_predictions(const TorusShape& shape, NodeId root,
                                                             Words words, LinkTiming link);
/// The report gives no equation for the gather, only that it is the scatter backwards (3.4).
std::vector<Prediction> gather_dimension_phases_predictions(const TorusShape& shape, NodeId root,
                                                            Words words, LinkTiming link);

// ---- alltoall, permutation ----------------------------------------------------------------------

/// `dimension-phases`: the sum over j and i = 1 .. L_j - 1 of c((L_j - i) w k/L_j).
Cycles alltoall_dimension_phases(const TorusShape& shape, Words words, LinkTiming link);
std::vector<Prediction> alltoall_dimension_phases_predictions(const TorusShape& shape, Words words,
                                                              LinkTiming link);

/// `transpose-diagonal`: 2 floor(L/2) c(w).
Cycles permutation_transpose_diagonal(const TorusShape& shape, Words words, LinkTiming link);
std::vector<Prediction> permutation_transpose_diagonal_predictions(const TorusShape& shape,
                                                                   Words words, LinkTiming link);

// ---- lower bounds (spec 9) ----------------------------------------------------------------------

/// Channels that a node can read at once: 2d; d under `ring-strict`; 1 under `one-in-one-out` and
/// `one-port`. The same figure is used on a mesh, where nodes at the edge have fewer channels.
std::int64_t read_channels(const TorusShape& shape, PortRule rule);
/// Channels that a node can write at once: 2d, or 1 under the same two rules.
std::int64_t write_channels(const TorusShape& shape, PortRule rule);

Cycles move_lower_bound(const TorusShape& shape, NodeId source, NodeId destination, Words words,
                        PortRule rule, LinkTiming link);
Cycles broadcast_lower_bound(const TorusShape& shape, NodeId root, Words words, PortRule rule,
                             LinkTiming link);
Cycles scatter_lower_bound(const TorusShape& shape, NodeId root, Words words, PortRule rule,
                           LinkTiming link);
Cycles gather_lower_bound(const TorusShape& shape, NodeId root, Words words, PortRule rule,
                          LinkTiming link);
/// Allgather and alltoall.
Cycles exchange_lower_bound(const TorusShape& shape, Words words, PortRule rule, LinkTiming link);
/// c(1): nothing better is known.
Cycles permutation_lower_bound(LinkTiming link);

}  // namespace plexus::torus_cost
