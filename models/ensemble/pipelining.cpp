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
  while (x < n && reached(x + 1)) ++x;
  return std::clamp<std::int64_t>(x, 1, n);
}

std::int64_t optimal_packets(std::int64_t limit,
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

std::int64_t optimal_packets(std::int64_t hops, Words total, LinkTiming link) {
  return optimal_packets(total.count(),
                         [&](std::int64_t nu) { return pipelined(hops, total, nu, link); });
}

}  // namespace plexus
