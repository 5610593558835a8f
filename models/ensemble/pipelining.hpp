#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"

namespace plexus {

/// An even split of `total` words into `parts` packets, larger ones first (`sizes`).
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

/// The words of a message in two parts: the first has ceil(words / 2), the second the rest.
constexpr Words first_half(Words words) { return EvenSplit{words, 2}.size(0); }
constexpr Words second_half(Words words) { return EvenSplit{words, 2}.size(1); }

/// Cycles to bring all packets of a split over one link: the sum of their hops.
constexpr Cycles sum_of_hops(EvenSplit split, LinkTiming link) {
  return split.larger_parts() * link.hop(split.smaller() + 1_words) +
         (split.parts - split.larger_parts()) * link.hop(split.smaller());
}

/// F(hops, total, packets): cycles to pipeline `total` words in `packets` packets over
/// `hops` equal links. 0 without words or hops. The papers' t(nu) = (nu - 1 + i)(tau + N/(nu b)).
constexpr Cycles pipelined(std::int64_t hops, Words total, std::int64_t packets, LinkTiming link) {
  if (total.count() == 0 || hops == 0) return 0_cycles;
  const EvenSplit split{total, packets};
  return sum_of_hops(split, link) + (hops - 1) * link.hop(split.largest());
}

/// F for a part of a message that is cut in `packets`: a shorter part has a packet per word.
Cycles part_pipelined(std::int64_t hops, Words part, std::int64_t packets, LinkTiming link);

/// `multi-path`: an even part of `words` along each path, of `lengths[j]` hops; the slowest,
/// max F(l_j, w_j, min(nu, w_j)).
Cycles pipelined_on_paths(const std::vector<std::int64_t>& lengths, Words words,
                          std::int64_t packets, LinkTiming link);

// ---- The printed equations: i hops, N words in all; in cycles, never rounded --------------------

/// (3.3): one message, i (tau + N/b).
double printed_whole_message(double i, double N, LinkTiming link);

/// t(nu) of 3.1(C) in the 1986 report: nu packets, (nu - 1 + i)(tau + N/(nu b)). (E1: the m printed
/// there is N.) With `parts`: for one of so many equal parts of the N words.
double printed_pipeline(double nu, double i, double N, LinkTiming link, double parts = 1);

/// t(nu) at its real minimum, (sqrt(N/b) + sqrt((i - 1) tau))^2, i >= 1: the form of eqs. (3.5),
/// (3.8), (3.14), (3.16), (3.17), (3.18), (3.21) and (3.22). With `parts` likewise: that of (3.6),
/// (3.11), (3.19) and the equation after proposition 3.2. (3.20) and (3.25) are twice it, (3.29) k
/// times it with k parts.
double printed_pipeline_minimum(double i, double N, LinkTiming link, double parts = 1);

// ---- How many packets ---------------------------------------------------------------------------

/// The papers' best number of packets for `hops` links: sqrt((i - 1) N / (b tau)), rounded half up
/// and clamped to 1 .. N (`packets` = formula; eq. (3.4)).
std::int64_t formula_packets(std::int64_t hops, Words total, LinkTiming link);

/// The smallest number of packets in 1 .. limit with the fewest cycles (`packets` =
/// optimal). `cycles(nu)` is the exact count of the algorithm, which cuts each of `parts` into nu
/// packets or, if it has fewer words, one for each word.
///
/// Numbers of packets that cut a part alike, ceil(part / nu) = c, differ in how many packets have c
/// and how many c - 1 words, in proportion: F is a line over them, and the largest of several F, or
/// a sum of them, is a line that bends upwards. So each run of numbers that are alike for all parts
/// has one minimum, found by halving: about sqrt(words) runs instead of as many numbers as words.
/// Within `margin` of the ends of a run all numbers are tried: for counts in which the first or
/// last packets stand apart.
std::int64_t optimal_packets(std::int64_t limit, const std::vector<Words>& parts,
                             const std::function<Cycles(std::int64_t)>& cycles,
                             std::int64_t margin = 0);
/// The same by trying all of them: for a count of which nothing is known.
std::int64_t optimal_packets_of_all(std::int64_t limit,
                                    const std::function<Cycles(std::int64_t)>& cycles);
/// The same for F(hops, total, nu), of 1 .. total packets.
std::int64_t optimal_packets(std::int64_t hops, Words total, LinkTiming link);

}  // namespace plexus
