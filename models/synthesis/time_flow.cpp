#include "models/synthesis/time_flow.hpp"

#include <algorithm>

namespace plexus {

std::int64_t sum_of(const Amounts& amounts) {
  std::int64_t all = 0;
  for (const auto& [v, words] : amounts) all += words;
  return all;
}

namespace {

/// Dimensions of which a node reads or writes one link at a time: 1 under rules for all links.
unsigned gates_of(const SynthesisNetwork& network) {
  unsigned gates = 1;
  if (network.rule != PortRule::kRingStrict) return gates;
  for (const SynthesisLink& link : network.links) {
    gates = std::max({gates, link.read + 1, link.written + 1});
  }
  return gates;
}

}  // namespace

TimeFlow::TimeFlow(const SynthesisNetwork& network, std::int64_t cycles)
    : network_{&network}, cycles_{cycles}, gates_{gates_of(network)}, flow_{nodes()} {
  std::int64_t fastest = 1;
  for (const SynthesisLink& link : network.links) fastest = std::max(fastest, link.bandwidth);
  const bool strict = network.rule == PortRule::kRingStrict;
  const bool one = network.rule == PortRule::kOneInOneOut || network.rule == PortRule::kOnePort;
  const bool one_in = one || (strict && !network.backwards);
  const bool one_out = one || (strict && network.backwards);
  for (NodeId v = 0; v < network.nodes; ++v) {
    for (std::int64_t t = 0; t <= cycles; ++t) {
      if (t < cycles) flow_.add(place(v, t), place(v, t + 1), kPlenty);
      for (unsigned gate = 0; gate < gates_; ++gate) {
        if (one_in) flow_.add(read(v, gate, t), place(v, t), fastest);
        if (one_out) flow_.add(place(v, t), write(v, gate, t), fastest);
      }
    }
  }
  for (std::size_t l = 0; l < network.links.size(); ++l) {
    const SynthesisLink& link = network.links[l];
    for (std::int64_t t = 0; t + link.hop(1) <= cycles; ++t) {
      const std::size_t from =
          one_out ? write(link.from, strict ? link.written : 0, t) : place(link.from, t);
      const std::int64_t come = t + link.hop(1);
      const std::size_t to =
          one_in ? read(link.to, strict ? link.read : 0, come) : place(link.to, come);
      sends_.push_back({l, t, flow_.add(from, to, link.bandwidth)});
    }
  }
}

std::int64_t TimeFlow::value(const Amounts& sources, const Amounts& sinks,
                             const std::function<bool()>& stop) {
  std::int64_t all = 0;
  for (const auto& [v, words] : sources) {
    flow_.add(source(), place(v, 0), words);
    all += words;
  }
  for (const auto& [v, words] : sinks) flow_.add(place(v, cycles_), sink(), words);
  return flow_.raise(source(), sink(), all, stop);
}

double size_of_flow(const SynthesisNetwork& network, std::int64_t cycles) {
  return static_cast<double>(network.links.size() + network.nodes) *
         static_cast<double>(cycles + 1);
}

bool fits(const SynthesisNetwork& network, std::int64_t cycles) {
  constexpr double kLargest = 1e6;
  constexpr std::int64_t kLongest = 5000;  // a way is followed from its end to its begin
  return cycles < kLongest && size_of_flow(network, cycles) < kLargest;
}

std::int64_t flow_cycles(const SynthesisNetwork& network, const Amounts& sources,
                         const Amounts& sinks, std::int64_t low,
                         const std::function<bool()>& stop) {
  const std::int64_t all = sum_of(sources);
  const auto enough = [&](std::int64_t cycles) {  // or not to be said any more
    return TimeFlow{network, cycles}.value(sources, sinks, stop) == all || stop();
  };
  if (stop() || enough(low)) return low;
  std::int64_t high = low + 1;
  while (!stop() && !enough(high)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high) {
    if (stop()) return low + 1;
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace plexus
