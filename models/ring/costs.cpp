#include "models/ring/costs.hpp"

#include <algorithm>
#include <cmath>

#include "models/ensemble/lower_bound.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/ensemble/pipelining.hpp"

namespace plexus {

Cycles RingStream::cycles(LinkTiming link) const {
  return pipelined(hops, part.count, packets, link);
}

RingReaches both_ways(RingShape ring) {
  return {ring.reach(kClockwise), ring.reach(kCounterclockwise)};
}

RingReaches one_way(RingShape ring) { return {ring.nodes - 1, 0}; }

namespace ring_cost {

using namespace report_1986;

namespace {

/// Both parts of a message that is cut after `first` words, each with its best number of packets.
RingStreams best_split(RingShape ring, NodeId source, NodeId destination, Words words, Words first,
                       LinkTiming link) {
  const unsigned way = ring.shorter_way(source, destination);
  RingStreams split{
      {way, ring.hops(source, destination, way), {0_words, first}, 1},
      {opposite(way), ring.hops(source, destination, opposite(way)), {first, words - first}, 1}};
  for (RingStream& stream : split) {
    stream.packets = optimal_packets(stream.hops, stream.part.count, link);
  }
  return split;
}

/// The largest number in low .. high for which `holds` is true; it is for low, and once it is not,
/// it is for no larger one.
template <typename Holds>
std::int64_t last_that(std::int64_t low, std::int64_t high, Holds holds) {
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace

double printed_3_6(double i, double N, LinkTiming link) {
  return printed_pipeline_minimum(i, N, link, 2);
}

double printed_3_28(double k, double N, LinkTiming link) {
  return (k - 1) * (N / (k * b(link)) + tau(link));
}

double printed_3_38(double k, double N, LinkTiming link) {
  return N / (2 * b(link)) + std::ceil(k / 2) * tau(link);
}

double printed_3_43_sum(double k, double N, LinkTiming link) {
  return k * tau(link) + (k + 1) * N / (2 * k * b(link));
}

double printed_3_43(double k, double N, LinkTiming link) {
  return N / (2 * b(link)) + k * tau(link);
}

RingStreams move_one_path(RingShape ring, NodeId source, NodeId destination, Words words,
                          std::int64_t packets) {
  const unsigned way = ring.shorter_way(source, destination);
  return {{way, ring.hops(source, destination, way), {0_words, words}, packets}};
}

RingStreams move_two_path(RingShape ring, NodeId source, NodeId destination, Words words,
                          std::int64_t packets) {
  const unsigned way = ring.shorter_way(source, destination);
  RingStreams both;
  for (std::int64_t part = 0; part < 2; ++part) {
    const EvenSplit halves{words, 2};
    const unsigned channel = part == 0 ? way : opposite(way);
    const Words size = halves.size(part);
    both.push_back({channel,
                    ring.hops(source, destination, channel),
                    {halves.first(part), size},
                    std::clamp<std::int64_t>(packets, 1, std::max<std::int64_t>(1, size.count()))});
  }
  return both;
}

RingStreams move_two_path_optimal(RingShape ring, NodeId source, NodeId destination, Words words,
                                  LinkTiming link) {
  // With more words on the shorter way its cycles never fall and those of the other never rise.
  const auto split = [&](std::int64_t first) {
    return best_split(ring, source, destination, words, Words{first}, link);
  };
  const auto cycles = [&](std::int64_t first, std::size_t part) {
    return split(first)[part].cycles(link);
  };
  const std::int64_t all = words.count();
  const std::int64_t balanced =
      last_that(0, all, [&](std::int64_t first) { return cycles(first, 0) <= cycles(first, 1); });
  if (balanced == all) return split(all);
  const Cycles below = cycles(balanced, 1);
  const Cycles above = cycles(balanced + 1, 0);
  if (below < above) return split(balanced);
  return split(
      last_that(balanced + 1, all, [&](std::int64_t first) { return cycles(first, 0) <= above; }));
}

RingStreams broadcast_one_way(RingShape ring, Words words, std::int64_t packets) {
  return {{kClockwise, ring.nodes - 1, {0_words, words}, packets}};
}

RingStreams broadcast_two_way(RingShape ring, Words words, std::int64_t packets) {
  return {{kClockwise, ring.reach(kClockwise), {0_words, words}, packets},
          {kCounterclockwise, ring.reach(kCounterclockwise), {0_words, words}, packets}};
}

Cycles streams(const RingStreams& streams, LinkTiming link) {
  Cycles longest;
  for (const RingStream& stream : streams) longest = std::max(longest, stream.cycles(link));
  return longest;
}

Cycles allgather_daisy_chain(RingShape ring, Words words, LinkTiming link) {
  return (ring.nodes - 1) * link.hop(words);
}

Cycles scatter(RingReaches reaches, Words words, LinkTiming link) {
  return std::max(reaches.clockwise, reaches.counterclockwise) * link.hop(words);
}

Cycles alltoall_rotate(RingShape ring, Words words, LinkTiming link) {
  Cycles total;
  for (NodeId i = 1; i < ring.nodes; ++i) total += link.hop((ring.nodes - i) * words);
  return total;
}

std::vector<Prediction> predict_move_naive(RingShape ring, NodeId source, NodeId destination,
                                           Words words, LinkTiming link, PortRule rule) {
  return half_duplex(rule,
                     whole_message_predictions(ring.distance(source, destination), words, link));
}

std::vector<Prediction> predict_move_pipelined(RingShape ring, NodeId source, NodeId destination,
                                               Words words, std::int64_t packets, LinkTiming link,
                                               PortRule rule) {
  return half_duplex(
      rule, pipeline_predictions("(3.5)", "3.1(C)", ring.distance(source, destination), words,
                                 packets, link));
}

std::vector<Prediction> predict_move_two_path(RingShape ring, NodeId source, NodeId destination,
                                              Words words, const RingStreams& parts,
                                              LinkTiming link, PortRule rule) {
  const NodeId longer = ring.nodes - ring.distance(source, destination);
  const bool halves = words.count() % 2 == 0 && parts[0].part.count == parts[1].part.count;
  return half_duplex(rule, {printed("(3.6)", "3.1(C)", printed_3_6(longer, real(words), link),
                                    at_least_if(halves)),
                            exact(streams(parts, link))});
}

std::vector<Prediction> predict_broadcast_one_way(RingShape ring, Words words, std::int64_t packets,
                                                  LinkTiming link, PortRule rule) {
  return half_duplex(
      rule, pipeline_predictions("(3.16)", "3.2(C)", ring.nodes - 1, words, packets, link));
}

std::vector<Prediction> predict_broadcast_two_way(RingShape ring, Words words, std::int64_t packets,
                                                  LinkTiming link, PortRule rule) {
  return half_duplex(
      rule, pipeline_predictions("(3.17)", "3.2(C)", ring.reach(kClockwise), words, packets, link));
}

std::vector<Prediction> predict_allgather_daisy_chain(RingShape ring, Words words, LinkTiming link,
                                                      PortRule rule) {
  const double k = ring.nodes;
  return half_duplex(rule, {printed("(3.28)", "3.3(C)", printed_3_28(k, k * real(words), link),
                                    equal_if(bandwidth_divides(words, link))),
                            exact(allgather_daisy_chain(ring, words, link))});
}

std::vector<Prediction> predict_scatter_two_way(RingShape ring, Words words, LinkTiming link,
                                                PortRule rule) {
  const double k = ring.nodes;
  Relation relation = Relation::kAtLeast;  // even k: too low by the rounding alone
  if (bandwidth_divides(words, link)) {
    relation = ring.nodes % 2 == 0 ? Relation::kEqual : Relation::kAtMost;
  } else if (ring.nodes % 2 != 0) {
    relation = Relation::kApproximate;
  }
  return half_duplex(rule,
                     {printed("(3.38)", "3.4(C)", printed_3_38(k, k * real(words), link), relation),
                      exact(scatter(both_ways(ring), words, link))});
}

std::vector<Prediction> predict_gather(RingReaches reaches, Words words, LinkTiming link) {
  return {exact(scatter(reaches, words, link))};
}

std::vector<Prediction> predict_alltoall_rotate(RingShape ring, Words words, LinkTiming link,
                                                PortRule rule) {
  const double k = ring.nodes;
  const double N = k * k * real(words);
  const Relation relation = at_most_if(bandwidth_divides(words, link));
  return half_duplex(
      rule, {printed("(3.43)", "3.5(C), the sum", printed_3_43_sum(k, N, link), relation),
             printed("(3.43)", "3.5(C), its printed value", printed_3_43(k, N, link), relation),
             exact(alltoall_rotate(ring, words, link))});
}

std::int64_t channels_read(PortRule rule) {
  switch (rule) {
    case PortRule::kRingStrict:
    case PortRule::kOneInOneOut:
    case PortRule::kOnePort:
      return 1;
    default:
      return 2;
  }
}

std::int64_t channels_written(PortRule rule) {
  return rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort ? 1 : 2;
}

Cycles lower_bound_move(RingShape ring, NodeId source, NodeId destination, Words words,
                        LinkTiming link, PortRule rule) {
  return lower_bound(ring.distance(source, destination), words,
                     std::min(channels_read(rule), channels_written(rule)), link);
}

Cycles lower_bound_broadcast(RingShape ring, Words words, LinkTiming link, PortRule rule) {
  return lower_bound(ring.reach(kClockwise), words, channels_read(rule), link);
}

Cycles lower_bound_scatter(RingShape ring, Words words, LinkTiming link, PortRule rule) {
  return lower_bound(ring.reach(kClockwise), (ring.nodes - 1) * words, channels_written(rule),
                     link);
}

Cycles lower_bound_gather(RingShape ring, Words words, LinkTiming link, PortRule rule) {
  return lower_bound(ring.reach(kClockwise), (ring.nodes - 1) * words, channels_read(rule), link);
}

}  // namespace ring_cost
}  // namespace plexus
