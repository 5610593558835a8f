#include "models/pipelining.hpp"

#include <algorithm>
#include <cmath>

namespace plexus {

double printed_pipeline(double packets, double hops, double total, LinkTiming link) {
  const auto tau = static_cast<double>(link.startup.count());
  const auto b = static_cast<double>(link.bandwidth.count());
  return (packets - 1 + hops) * (tau + total / (packets * b));
}

double printed_pipeline_minimum(double hops, double total, LinkTiming link) {
  const auto tau = static_cast<double>(link.startup.count());
  const auto b = static_cast<double>(link.bandwidth.count());
  const double root = std::sqrt(total / b) + std::sqrt((hops - 1) * tau);
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

}  // namespace plexus
