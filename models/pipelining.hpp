#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hw/timing.hpp"
#include "hw/units.hpp"
#include "models/prediction.hpp"

namespace plexus {

/// An even split of `total` words into `parts` packets, larger ones first (spec 1.2, `sizes`).
/// Requires 1 <= parts; parts beyond the number of words are empty.
struct EvenSplit {
  Words total;
  std::int64_t parts = 1;

  [[nodiscard]] constexpr Words smaller() const { return Words{total.count() / parts}; }
  [[nodiscard]] constexpr std::int64_t larger_parts() const { return total.count() % parts; }
  [[nodiscard]] constexpr Words largest() const { return size(0); }
  /// Words of packet `index`, 0 .. parts - 1.
  [[nodiscard]] constexpr Words size(std::int64_t index) const {
    return index < larger_parts() ? smaller() + 1_words : smaller();
  }
  /// Number of the first word of packet `index`.
  [[nodiscard]] constexpr Words first(std::int64_t index) const {
    return index * smaller() + Words{index < larger_parts() ? index : larger_parts()};
  }
};

/// Cycles to bring all packets of a split over one link: the sum of their hops.
constexpr Cycles sum_of_hops(EvenSplit split, LinkTiming link) {
  return split.larger_parts() * link.hop(split.smaller() + 1_words) +
         (split.parts - split.larger_parts()) * link.hop(split.smaller());
}

/// F(hops, total, packets) of spec 1.2: cycles to pipeline `total` words in `packets` packets over
/// `hops` equal links. 0 without words or hops. The papers' t(nu) = (nu - 1 + i)(tau + N/(nu b)).
constexpr Cycles pipelined(std::int64_t hops, Words total, std::int64_t packets, LinkTiming link) {
  if (total.count() == 0 || hops == 0) return 0_cycles;
  const EvenSplit split{total, packets};
  return sum_of_hops(split, link) + (hops - 1) * link.hop(split.largest());
}

/// t(nu) of 3.1(C) in the 1986 report: `packets` packets of N words in all over i hops,
/// (nu - 1 + i)(tau + N/(nu b)). (E1: the m printed there is N.)
double printed_pipeline(double packets, double hops, double total, LinkTiming link);

/// t(nu) at its real minimum, (sqrt(N/b) + sqrt((i - 1) tau))^2: the form of eqs. (3.5), (3.8),
/// (3.14), (3.16), (3.17), (3.18), (3.21), (3.22). Requires hops >= 1.
double printed_pipeline_minimum(double hops, double total, LinkTiming link);

/// `equal` where the bandwidth divides the words of every packet and the packets are equal,
/// `at-least` otherwise: how an exact count of pipelined packets stands to t(nu).
constexpr Relation pipeline_relation(Words total, std::int64_t packets, LinkTiming link) {
  const bool divides =
      total.count() % packets == 0 && total.count() / packets % link.bandwidth.count() == 0;
  return divides ? Relation::kEqual : Relation::kAtLeast;
}

/// The papers' best number of packets for `hops` links: sqrt((i - 1) N / (b tau)), rounded half up
/// and clamped to 1 .. N (spec 1.2, `packets` = formula; eq. (3.4)).
std::int64_t formula_packets(std::int64_t hops, Words total, LinkTiming link);

/// The smallest number of packets in 1 .. limit with the fewest cycles, by trying all of them
/// (spec 1.2, `packets` = optimal). `cycles(nu)` is the exact count of the algorithm.
std::int64_t optimal_packets(std::int64_t limit, const std::function<Cycles(std::int64_t)>& cycles);

}  // namespace plexus
