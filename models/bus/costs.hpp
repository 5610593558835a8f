#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/bus/schedule.hpp"
#include "models/catalogue/prediction.hpp"

/// What the algorithms of the bus cost: the equations of Saad and Schultz 1986 as printed, the
/// exact counts of spec 4.1 and how the two stand to each other (spec 6).
///
/// `words` is the size of one block, `nodes` the k of the report. No equation has the k* of the
/// report's own bus (E29): with one port per processor it helps `pairwise` alone.
namespace plexus::bus_cost {

// ---- The printed equations: N words in all, k processors; in cycles, never rounded --------------
/// (3.1): one message, N/b + tau.
double printed_3_1(double N, LinkTiming link);
/// 3.2(A): broadcast, N/b + tau.
double printed_3_2_a(double N, LinkTiming link);
/// (3.26): allgather, k broadcasts of N/k words, N/b + k tau.
double printed_3_26(double k, double N, LinkTiming link);
/// (3.36): scatter, k tau + N/b. (E18: k - 1 transfers suffice.)
double printed_3_36(double k, double N, LinkTiming link);
/// 3.5(A): alltoall, k tau + N/b.
double printed_3_5_a(double k, double N, LinkTiming link);

// ---- Exact counts -------------------------------------------------------------------------------
/// Move and broadcast: c(w).
Cycles one_transaction(Words words, LinkTiming link);
/// k c(w).
Cycles allgather_sequential(NodeId nodes, Words words, LinkTiming link);
/// Scatter and gather: (k - 1) c(w).
Cycles scatter_sequential(NodeId nodes, Words words, LinkTiming link);
/// k c(k w).
Cycles alltoall_broadcast_rows(NodeId nodes, Words words, LinkTiming link);
/// 2 R ceil(h/g) c(w), with the schedule's rounds R, pairs h and groups of g.
Cycles alltoall_pairwise(const PairSchedule& schedule, Words words, LinkTiming link);

// ---- Predictions --------------------------------------------------------------------------------
std::vector<Prediction> predict_move(Words words, LinkTiming link);
std::vector<Prediction> predict_broadcast(Words words, LinkTiming link);
std::vector<Prediction> predict_allgather_sequential(NodeId nodes, Words words, LinkTiming link);
std::vector<Prediction> predict_scatter_sequential(NodeId nodes, Words words, LinkTiming link);
/// The report gives no equation for the gather, only that it is the scatter backwards.
std::vector<Prediction> predict_gather_sequential(NodeId nodes, Words words, LinkTiming link);
std::vector<Prediction> predict_alltoall_broadcast_rows(NodeId nodes, Words words, LinkTiming link);
/// Ours: the report has no such algorithm.
std::vector<Prediction> predict_alltoall_pairwise(const PairSchedule& schedule, Words words,
                                                  LinkTiming link);

// ---- Lower bounds (spec 9) ----------------------------------------------------------------------
/// Move and broadcast.
Cycles lower_bound_one(Words words, LinkTiming link);
/// Scatter, gather, allgather, alltoall: some processor takes in, or gives out, k - 1 blocks.
Cycles lower_bound_blocks(NodeId nodes, Words words, LinkTiming link);

}  // namespace plexus::bus_cost
