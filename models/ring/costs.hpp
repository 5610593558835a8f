#pragma once

#include <cstdint>
#include <vector>

#include "hw/channel/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/ring/shape.hpp"

/// What the algorithms of the ring cost: the equations of Saad and Schultz 1986 as printed, and the
/// exact counts with packets and rounding. `words` is the size of one block, `packets` the nu of
/// the report. Where several parts are cut, a part of fewer words than nu has a packet per word.
namespace plexus {

/// A message, or a part of it, that is cut in packets and goes one way round a ring.
struct RingStream {
  unsigned channel = kClockwise;  ///< the way
  NodeId hops = 0;                ///< to the last node that gets it
  Slice part;                     ///< which words of the message; may be none
  std::int64_t packets = 1;       ///< 1 .. words of the part

  /// Cycles until the last packet has come to the end: F(hops, words, packets).
  [[nodiscard]] Cycles cycles(LinkTiming link) const;
};
using RingStreams = std::vector<RingStream>;

/// How far a two-way line reaches from its root, by channel.
struct RingReaches {
  NodeId clockwise = 0;
  NodeId counterclockwise = 0;
};
/// floor(k/2) clockwise, the others back.
RingReaches both_ways(RingShape ring);
/// All nodes clockwise.
RingReaches one_way(RingShape ring);

namespace ring_cost {

// ---- The printed equations ----------------------------------------------------------------------
// i hops, N words in all, k nodes; in cycles, never rounded. (3.3), t(nu), (3.5), (3.16) and (3.17)
// have a form that all machines share: models/ensemble/pipelining.hpp.

/// (3.6): half of the data each way, the longer one of i hops, (sqrt(N/2b) + sqrt((i - 1) tau))^2.
double printed_3_6(double i, double N, LinkTiming link);
/// (3.28): daisy chain, (k - 1)(N/(k b) + tau).
double printed_3_28(double k, double N, LinkTiming link);
/// (3.38): scatter both ways, N/(2b) + ceil(k/2) tau. (E20: floor(k/2) start-ups suffice.)
double printed_3_38(double k, double N, LinkTiming link);
/// (3.43): the sum for i = 1 .. k of tau + (k - i + 1) N/(k^2 b). (E24: k - 1 terms suffice.)
double printed_3_43_sum(double k, double N, LinkTiming link);
/// (3.43): what is printed as its value, N/(2b) + k tau. (E24)
double printed_3_43(double k, double N, LinkTiming link);

// ---- Streams: how an algorithm cuts a message and which way its packets go ----------------------
/// `naive` (one packet) and `pipelined`: the shorter way.
RingStreams move_one_path(RingShape ring, NodeId source, NodeId destination, Words words,
                          std::int64_t packets);
/// `two-path`: ceil(w/2) words the shorter way, floor(w/2) the other.
RingStreams move_two_path(RingShape ring, NodeId source, NodeId destination, Words words,
                          std::int64_t packets);
/// `two-path-optimal`: the split, and the packets of each part, with the fewest cycles; of equal
/// ones that with most words on the shorter way and fewest packets.
RingStreams move_two_path_optimal(RingShape ring, NodeId source, NodeId destination, Words words,
                                  LinkTiming link);
/// `one-way`: clockwise to all nodes.
RingStreams broadcast_one_way(RingShape ring, Words words, std::int64_t packets);
/// `two-way`: the same packets both ways.
RingStreams broadcast_two_way(RingShape ring, Words words, std::int64_t packets);

// ---- Exact counts -------------------------------------------------------------------------------
/// Of all algorithms that are made of streams: the slowest one.
Cycles streams(const RingStreams& streams, LinkTiming link);
/// (k - 1) c(w).
Cycles allgather_daisy_chain(RingShape ring, Words words, LinkTiming link);
/// The longer reach times c(w): scatter and gather.
Cycles scatter(RingReaches reaches, Words words, LinkTiming link);
/// The sum for i = 1 .. k - 1 of c((k - i) w).
Cycles alltoall_rotate(RingShape ring, Words words, LinkTiming link);

// ---- Predictions --------------------------------------------------------------------------------
/// The paper's formula and the exact count, with the relation that holds for these parameters.
/// Under `all-full`, which the report's ring does not have, the paper's are approximate.
std::vector<Prediction> predict_move_naive(RingShape ring, NodeId source, NodeId destination,
                                           Words words, LinkTiming link, PortRule rule);
std::vector<Prediction> predict_move_pipelined(RingShape ring, NodeId source, NodeId destination,
                                               Words words, std::int64_t packets, LinkTiming link,
                                               PortRule rule);
/// `two-path` and `two-path-optimal`.
std::vector<Prediction> predict_move_two_path(RingShape ring, NodeId source, NodeId destination,
                                              Words words, const RingStreams& streams,
                                              LinkTiming link, PortRule rule);
std::vector<Prediction> predict_broadcast_one_way(RingShape ring, Words words, std::int64_t packets,
                                                  LinkTiming link, PortRule rule);
std::vector<Prediction> predict_broadcast_two_way(RingShape ring, Words words, std::int64_t packets,
                                                  LinkTiming link, PortRule rule);
std::vector<Prediction> predict_allgather_daisy_chain(RingShape ring, Words words, LinkTiming link,
                                                      PortRule rule);
std::vector<Prediction> predict_scatter_two_way(RingShape ring, Words words, LinkTiming link,
                                                PortRule rule);
/// The report gives no equation for the gather, only that it is the scatter backwards.
std::vector<Prediction> predict_gather(RingReaches reaches, Words words, LinkTiming link);
std::vector<Prediction> predict_alltoall_rotate(RingShape ring, Words words, LinkTiming link,
                                                PortRule rule);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
/// Channels that a node can read, or write, at once under a port rule.
std::int64_t channels_read(PortRule rule);
std::int64_t channels_written(PortRule rule);
Cycles lower_bound_move(RingShape ring, NodeId source, NodeId destination, Words words,
                        LinkTiming link, PortRule rule);
Cycles lower_bound_broadcast(RingShape ring, Words words, LinkTiming link, PortRule rule);
Cycles lower_bound_scatter(RingShape ring, Words words, LinkTiming link, PortRule rule);
/// Gather, allgather and alltoall: some node takes k - 1 blocks in.
Cycles lower_bound_gather(RingShape ring, Words words, LinkTiming link, PortRule rule);

}  // namespace ring_cost
}  // namespace plexus
