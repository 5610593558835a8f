#include "models/ensemble/pipelining.hpp"

#include <algorithm>
#include <cmath>

#include "models/ensemble/paper_1986.hpp"

namespace plexus {

using namespace paper_1986;

Cycles part_pipelined(std::int64_t hops, Words part, std::int64_t packets, LinkTiming link) {
  return pipelined(hops, part, std::min(packets, part.count()), link);
}

Cycles pipelined_on_paths(const std::vector<std::int64_t>& lengths, Words words,
                          std::int64_t packets, LinkTiming link) {
  const EvenSplit parts{words, static_cast<std::int64_t>(lengths.size())};
  Cycles slowest;
  for (std::size_t j = 0; j < lengths.size(); ++j) {
    const Words part = parts.size(static_cast<std::int64_t>(j));
    slowest = std::max(slowest, part_pipelined(lengths[j], part, packets, link));
  }
  return slowest;
}

double printed_whole_message(double i, double N, LinkTiming link) {
  return i * (tau(link) + N / b(link));
}

double printed_pipeline(double nu, double i, double N, LinkTiming link, double parts) {
  return (nu - 1 + i) * (tau(link) + N / (parts * nu * b(link)));
}

double printed_pipeline_minimum(double i, double N, LinkTiming link, double parts) {
  const double root = std::sqrt(N / (parts * b(link))) + std::sqrt((i - 1) * tau(link));
  return root * root;
}

std::int64_t formula_packets(std::int64_t hops, Words total, LinkTiming link) {
  const std::int64_t n = total.count();
  if (hops <= 1 || n <= 1) return 1;
  const std::int64_t s = link.startup.count();
  if (s == 0) return n;
  // The largest x with (2x - 1)^2 b s <= 4 (i - 1) N: a guess in floating point, then exact.
  __extension__ using Wide = __int128;
  const Wide right = Wide{4} * (hops - 1) * n;
  const Wide scale = Wide{link.bandwidth.count()} * s;
  const auto reached = [&](std::int64_t x) {
    return Wide{2 * x - 1} * (2 * x - 1) * scale <= right;
  };
  auto x = static_cast<std::int64_t>(
      std::sqrt(static_cast<double>(right) / static_cast<double>(scale)) / 2 + 0.5);
  while (x > 1 && !reached(x)) --x;
  while (reached(x + 1)) ++x;
  return std::clamp<std::int64_t>(x, 1, n);
}

std::int64_t optimal_packets_of_all(std::int64_t limit,
                                    const std::function<Cycles(std::int64_t)>& cycles) {
  std::int64_t best = 1;
  Cycles fewest = cycles(1);
  for (std::int64_t packets = 2; packets <= limit; ++packets) {
    const Cycles candidate = cycles(packets);
    if (candidate < fewest) {
      best = packets;
      fewest = candidate;
    }
  }
  return best;
}

namespace {

/// The last number of packets up to `limit` that cuts `part` into packets alike to those of
/// `packets`: the same largest size, and either all of one size or not.
std::int64_t last_alike(Words part, std::int64_t packets, std::int64_t limit) {
  const std::int64_t words = part.count();
  if (words <= packets) return words == packets ? packets : limit;
  if (words % packets == 0) return packets;
  const std::int64_t largest = words / packets + 1;
  const std::int64_t last = (words - 1) / (largest - 1);  // still larger than `largest - 1`
  return std::min(limit, words % last == 0 ? last - 1 : last);
}

}  // namespace

std::int64_t optimal_packets(std::int64_t limit, const std::vector<Words>& parts,
                             const std::function<Cycles(std::int64_t)>& cycles,
                             std::int64_t margin) {
  std::int64_t best = 1;
  Cycles fewest = cycles(1);
  const auto offer = [&](std::int64_t packets) {
    const Cycles candidate = cycles(packets);
    if (candidate >= fewest) return;
    best = packets;
    fewest = candidate;
  };
  for (std::int64_t first = 2; first <= limit;) {
    std::int64_t last = limit;
    for (const Words part : parts) last = std::min(last, last_alike(part, first, limit));
    const std::int64_t begin = std::min(last, first + margin);
    const std::int64_t end = std::max(begin, last - margin);
    for (std::int64_t packets = first; packets < begin; ++packets) offer(packets);
    // No dent between the two: the first number whose successor is no better is the best.
    std::int64_t low = begin;
    std::int64_t high = begin < end && cycles(begin + 1) < cycles(begin) ? end : begin;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (cycles(middle) <= cycles(middle + 1)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    offer(low);
    for (std::int64_t packets = end + 1; packets <= last; ++packets) offer(packets);
    first = last + 1;
  }
  return best;
}

std::int64_t optimal_packets(std::int64_t hops, Words total, LinkTiming link) {
  return optimal_packets(total.count(), {total},
                         [&](std::int64_t nu) { return pipelined(hops, total, nu, link); });
}

}  // namespace plexus
