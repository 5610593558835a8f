#pragma once

#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/shared-memory/shape.hpp"

/// What the operations cost on a shared memory: the equations of Saad and Schultz 1986 as printed,
/// the exact counts of spec 4.2 for an ideal memory and how the two stand to each other (spec 6).
///
/// `words` is the size of one block. The counts have R = ceil(k/k*) where the report has k/k*. With
/// banks there is no closed form: no exact count, and the report's figures are approximate.
namespace plexus::shared_memory_cost {

// ---- The printed equations: N words in all, k processors, ks = k* slots; in cycles, never rounded
/// (3.2): move, 2 (N/b + tau).
double printed_3_2(double N, LinkTiming link);
/// (3.15): broadcast, (N/b + tau)(1 + k/k*). (E8: printed with the switch's tau and b.)
double printed_3_15(double k, double ks, double N, LinkTiming link);
/// (3.27): allgather, k/k* (N (k + 1)/(k b) + 2 tau).
double printed_3_27(double k, double ks, double N, LinkTiming link);
/// (3.37): scatter, (N/b + k tau)(1 + k/k*). (E19: not what the text above it says.)
double printed_3_37(double k, double ks, double N, LinkTiming link);
/// Scatter by the text of 3.4(B): N/b + tau + (N/(k b) + tau) k/k*.
double printed_3_4_b(double k, double ks, double N, LinkTiming link);
/// (3.42): alltoall, 2 (N/(k b) + tau) k/k*.
double printed_3_42(double k, double ks, double N, LinkTiming link);

// ---- Exact counts of an ideal memory ------------------------------------------------------------
/// 2 c(w).
Cycles move(Words words, LinkTiming link);
/// c(w) (1 + R).
Cycles broadcast(const SharedMemoryShape& shape, Words words, LinkTiming link);
/// R (c(w) + c(k w)).
Cycles allgather(const SharedMemoryShape& shape, Words words, LinkTiming link);
/// Scatter and gather: c(k w) + R c(w).
Cycles scatter(const SharedMemoryShape& shape, Words words, LinkTiming link);
/// 2 R c(k w).
Cycles alltoall(const SharedMemoryShape& shape, Words words, LinkTiming link);

// ---- Predictions --------------------------------------------------------------------------------
std::vector<Prediction> predict_move(const SharedMemoryShape& shape, Words words, LinkTiming link);
std::vector<Prediction> predict_broadcast(const SharedMemoryShape& shape, Words words,
                                          LinkTiming link);
std::vector<Prediction> predict_allgather(const SharedMemoryShape& shape, Words words,
                                          LinkTiming link);
std::vector<Prediction> predict_scatter(const SharedMemoryShape& shape, Words words,
                                        LinkTiming link);
/// The report gives no equation for the gather, only that it is the scatter backwards.
std::vector<Prediction> predict_gather(const SharedMemoryShape& shape, Words words,
                                       LinkTiming link);
std::vector<Prediction> predict_alltoall(const SharedMemoryShape& shape, Words words,
                                         LinkTiming link);

// ---- Lower bound (spec 9) -----------------------------------------------------------------------
/// No run beats its longest write access and, after it, its longest read access.
Cycles lower_bound(Words longest_write, Words longest_read, LinkTiming link);

}  // namespace plexus::shared_memory_cost
