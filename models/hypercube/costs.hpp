#pragma once

#include <cstdint>
#include <vector>

#include "hw/channel/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/hypercube/shape.hpp"

/// What the algorithms of the hypercube cost: the equations of Saad and Schultz 1986 as printed,
/// the exact counts of spec 4.5 with packets and rounding, and how the two stand to each other
/// (spec 6).
///
/// `words` is the size of one block (spec 1.3), `packets` the nu of spec 1.2, 1 .. words. A part of
/// fewer words than nu uses one packet for each word. Where nodes exchange, `rule` decides whether
/// both directions of a channel take turns (two half steps) or work at once (`all-full`); the other
/// counts hold for every rule under which the algorithm runs. A cube of one node takes 0 cycles.
namespace plexus::hypercube_cost {

// ---- The printed equations ----------------------------------------------------------------------
// i hops, N words in all, n = log2 k dimensions; in cycles unless said otherwise, never rounded.
// (3.3), t(nu), (3.14) and (3.21), for n hops, have a form that all machines
// share: models/ensemble/pipelining.hpp.

/// (3.13): largest distance in hops, n.
double printed_3_13(double n);
/// After proposition 3.2: n paths of i hops, (sqrt(N/(n b)) + sqrt((i - 1) tau))^2.
double printed_after_proposition_3_2(double i, double n, double N, LinkTiming link);
/// (3.33): total exchange "for large k", 2 n tau + 2 N/(n b).
double printed_3_33(double n, double N, LinkTiming link);
/// (3.40): scatter, n tau + N/b.
double printed_3_40(double n, double N, LinkTiming link);
/// 3.5(E): transposition, n (N/(k b) + 2 tau). (E26: printed N^2 means the elements of an N x N
/// matrix, which are N words in all as everywhere else.)
double printed_3_5_e(double n, double N, LinkTiming link);

// ---- move ---------------------------------------------------------------------------------------

/// `naive`: i c(w), i the Hamming distance.
Cycles move_naive(NodeId source, NodeId destination, Words words, LinkTiming link);
std::vector<Prediction> move_naive_predictions(NodeId source, NodeId destination, Words words,
                                               LinkTiming link);

/// `pipelined`: F(i, w, nu).
Cycles move_pipelined(NodeId source, NodeId destination, Words words, std::int64_t packets,
                      LinkTiming link);
std::int64_t move_pipelined_optimal(NodeId source, NodeId destination, Words words,
                                    LinkTiming link);
std::int64_t move_pipelined_formula(NodeId source, NodeId destination, Words words,
                                    LinkTiming link);
std::vector<Prediction> move_pipelined_predictions(NodeId source, NodeId destination, Words words,
                                                   std::int64_t packets, LinkTiming link);

/// `multi-path`: the slowest of n paths, max F(l_j, w_j, min(nu, w_j)).
Cycles move_multi_path(HypercubeShape shape, NodeId source, NodeId destination, Words words,
                       std::int64_t packets, LinkTiming link);
std::int64_t move_multi_path_optimal(HypercubeShape shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link);
std::int64_t move_multi_path_formula(HypercubeShape shape, NodeId source, NodeId destination,
                                     Words words, LinkTiming link);
std::vector<Prediction> move_multi_path_predictions(HypercubeShape shape, NodeId source,
                                                    NodeId destination, Words words,
                                                    std::int64_t packets, LinkTiming link);

// ---- broadcast: the same from every root --------------------------------------------------------

/// `spanning-tree`: F(n, w, nu).
Cycles broadcast_spanning_tree(HypercubeShape shape, Words words, std::int64_t packets,
                               LinkTiming link);
std::int64_t broadcast_spanning_tree_optimal(HypercubeShape shape, Words words, LinkTiming link);
std::int64_t broadcast_spanning_tree_formula(HypercubeShape shape, Words words, LinkTiming link);
std::vector<Prediction> broadcast_spanning_tree_predictions(HypercubeShape shape, Words words,
                                                            std::int64_t packets, LinkTiming link);

/// `spanning-tree-alternate`, legal under `uniform` (E14): a relay reads and writes in turn, so
/// packet j = 1 .. reaches depth e in step e + 2(j - 1): n c(s_1) + 2 (c(s_2) + .. + c(s_nu)).
/// One dimension has no relay: F(1, w, nu).
Cycles broadcast_spanning_tree_alternate(HypercubeShape shape, Words words, std::int64_t packets,
                                         LinkTiming link);
std::int64_t broadcast_spanning_tree_alternate_optimal(HypercubeShape shape, Words words,
                                                       LinkTiming link);
std::int64_t broadcast_spanning_tree_alternate_formula(HypercubeShape shape, Words words,
                                                       LinkTiming link);
std::vector<Prediction> broadcast_spanning_tree_alternate_predictions(HypercubeShape shape,
                                                                      Words words,
                                                                      std::int64_t packets,
                                                                      LinkTiming link);

/// `two-trees`: the slower half, F(n, ceil(w/2), nu) and F(n, floor(w/2), nu).
/// All `two-trees` functions throw Refusal (`size`) below four dimensions.
Cycles broadcast_two_trees(HypercubeShape shape, Words words, std::int64_t packets,
                           LinkTiming link);
std::int64_t broadcast_two_trees_optimal(HypercubeShape shape, Words words, LinkTiming link);
std::int64_t broadcast_two_trees_formula(HypercubeShape shape, Words words, LinkTiming link);
std::vector<Prediction> broadcast_two_trees_predictions(HypercubeShape shape, Words words,
                                                        std::int64_t packets, LinkTiming link);

/// `two-trees-alternate`: n m_1 + 2 (m_2 + .. + m_nu), m_j the larger cost of the halves' packets
/// j.
Cycles broadcast_two_trees_alternate(HypercubeShape shape, Words words, std::int64_t packets,
                                     LinkTiming link);
std::int64_t broadcast_two_trees_alternate_optimal(HypercubeShape shape, Words words,
                                                   LinkTiming link);
std::int64_t broadcast_two_trees_alternate_formula(HypercubeShape shape, Words words,
                                                   LinkTiming link);
std::vector<Prediction> broadcast_two_trees_alternate_predictions(HypercubeShape shape, Words words,
                                                                  std::int64_t packets,
                                                                  LinkTiming link);

// ---- allgather ----------------------------------------------------------------------------------

/// `alternating-direction`: D times the sum over i = 0 .. n - 1 of c(2^i w); D = 2, `all-full` 1.
/// (E17: the printed loop of 3.3(F) lacks i = 0.)
Cycles allgather_alternating_direction(HypercubeShape shape, Words words, PortRule rule,
                                       LinkTiming link);
std::vector<Prediction> allgather_alternating_direction_predictions(HypercubeShape shape,
                                                                    Words words, PortRule rule,
                                                                    LinkTiming link);

/// `total-exchange`: D times the sum over i = 0 .. n - 1 of c(2^i ceil(w/n)).
Cycles allgather_total_exchange(HypercubeShape shape, Words words, PortRule rule, LinkTiming link);
std::vector<Prediction> allgather_total_exchange_predictions(HypercubeShape shape, Words words,
                                                             PortRule rule, LinkTiming link);

/// `daisy-chain`: (k - 1) c(w). Throws Refusal (`size`) below two dimensions.
Cycles allgather_daisy_chain(HypercubeShape shape, Words words, LinkTiming link);
std::vector<Prediction> allgather_daisy_chain_predictions(HypercubeShape shape, Words words,
                                                          LinkTiming link);

/// `sequential-broadcast`: k F(n, w, nu).
Cycles allgather_sequential_broadcast(HypercubeShape shape, Words words, std::int64_t packets,
                                      LinkTiming link);
std::int64_t allgather_sequential_broadcast_optimal(HypercubeShape shape, Words words,
                                                    LinkTiming link);
std::int64_t allgather_sequential_broadcast_formula(HypercubeShape shape, Words words,
                                                    LinkTiming link);
std::vector<Prediction> allgather_sequential_broadcast_predictions(HypercubeShape shape,
                                                                   Words words,
                                                                   std::int64_t packets,
                                                                   LinkTiming link);

// ---- scatter, gather, alltoall ------------------------------------------------------------------

/// `recursive`, scatter and gather: the sum over j = 1 .. n of c(2^(n-j) w).
Cycles scatter_recursive(HypercubeShape shape, Words words, LinkTiming link);
std::vector<Prediction> scatter_recursive_predictions(HypercubeShape shape, Words words,
                                                      LinkTiming link);
/// The report gives no equation for the gather, only that it is the scatter backwards (3.4).
std::vector<Prediction> gather_recursive_predictions(HypercubeShape shape, Words words,
                                                     LinkTiming link);

/// `recursive-exchange`: D n c(k w/2).
Cycles alltoall_recursive_exchange(HypercubeShape shape, Words words, PortRule rule,
                                   LinkTiming link);
std::vector<Prediction> alltoall_recursive_exchange_predictions(HypercubeShape shape, Words words,
                                                                PortRule rule, LinkTiming link);

// ---- lower bounds (spec 9) ----------------------------------------------------------------------

/// Channels that a node can read, or write, at once: n, or 1 under `one-in-one-out` and `one-port`.
std::int64_t channels(HypercubeShape shape, PortRule rule);

Cycles move_lower_bound(HypercubeShape shape, NodeId source, NodeId destination, Words words,
                        PortRule rule, LinkTiming link);
Cycles broadcast_lower_bound(HypercubeShape shape, Words words, PortRule rule, LinkTiming link);
/// Scatter, gather, allgather and alltoall: one node writes or reads (k - 1) w words.
Cycles exchange_lower_bound(HypercubeShape shape, Words words, PortRule rule, LinkTiming link);

}  // namespace plexus::hypercube_cost
