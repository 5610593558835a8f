#include "models/synthesis/time_flow.hpp"

#include <algorithm>
#include <deque>
#include <vector>

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

/// A way from one place to another: words that may set out in a cycle, and cycles of each.
struct Arc {
  std::size_t from;
  std::size_t to;
  std::int64_t most;
  std::int64_t delay;
};

/// The machine without time. Its first places are the nodes, the others gates: where a node reads
/// or writes one link at a time, all go through one.
struct StillNetwork {
  explicit StillNetwork(const SynthesisNetwork& network);

  std::size_t places;
  std::vector<std::vector<Arc>> gates;  ///< by node
  std::vector<Arc> links;
};

StillNetwork::StillNetwork(const SynthesisNetwork& network) : gates(network.nodes) {
  const std::size_t nodes = network.nodes;
  const std::size_t all = gates_of(network);
  std::int64_t fastest = 1;
  for (const SynthesisLink& link : network.links) fastest = std::max(fastest, link.bandwidth);
  const bool strict = network.rule == PortRule::kRingStrict;
  const bool one = network.rule == PortRule::kOneInOneOut || network.rule == PortRule::kOnePort;
  const bool one_in = one || (strict && !network.backwards);
  const bool one_out = one || (strict && network.backwards);
  const auto read = [&](NodeId v, std::size_t gate) { return nodes * (1 + gate) + v; };
  const auto write = [&](NodeId v, std::size_t gate) { return nodes * (1 + all + gate) + v; };
  places = nodes * (1 + 2 * all);
  for (NodeId v = 0; v < nodes; ++v) {
    for (std::size_t gate = 0; gate < all; ++gate) {
      if (one_in) gates[v].push_back({read(v, gate), v, fastest, 0});
      if (one_out) gates[v].push_back({v, write(v, gate), fastest, 0});
    }
  }
  for (const SynthesisLink& link : network.links) {
    links.push_back({one_out ? write(link.from, strict ? link.written : 0) : link.from,
                     one_in ? read(link.to, strict ? link.read : 0) : link.to, link.bandwidth,
                     link.hop(1)});
  }
}

/// Ways between two places, the shortest first; each carries as many words as it can, some of them
/// in place of ways before it.
class Ways {
 public:
  explicit Ways(const StillNetwork& network) : leaving_(network.places) {
    for (const auto& some : network.gates) {
      for (const Arc& arc : some) add(arc);
    }
    for (const Arc& arc : network.links) add(arc);
  }

  /// The fewest cycles, at least `low`, in which so many words come from one place to another.
  std::int64_t cycles(std::size_t from, std::size_t to, std::int64_t words, std::int64_t low) {
    std::int64_t each = 0;  // words that set out in a cycle, by all ways so far
    std::int64_t cycles = MaxFlow::kPlenty;
    while (cycles > low && find(from, to) && far_[to] <= cycles) {
      std::int64_t most = MaxFlow::kPlenty;
      for (std::size_t at = to; at != from; at = arcs_[came_[at]].from) {
        most = std::min(most, arcs_[came_[at]].most);
      }
      for (std::size_t at = to; at != from; at = arcs_[came_[at]].from) {
        arcs_[came_[at]].most -= most;
        arcs_[came_[at] ^ 1U].most += most;
      }
      each += most;
      words += most * (far_[to] - 1);  // none of these is there in the first cycles
      cycles = (words + each - 1) / each;
    }
    return std::max(low, cycles);
  }

 private:
  void add(const Arc& arc) {
    leaving_[arc.from].push_back(arcs_.size());
    arcs_.push_back(arc);
    leaving_[arc.to].push_back(arcs_.size());
    arcs_.push_back({arc.to, arc.from, 0, -arc.delay});
  }

  /// The shortest way on which there is room.
  bool find(std::size_t from, std::size_t to) {
    far_.assign(leaving_.size(), MaxFlow::kPlenty);
    came_.resize(leaving_.size());
    far_[from] = 0;
    for (std::deque<std::size_t> open{from}; !open.empty(); open.pop_front()) {
      for (const std::size_t one : leaving_[open.front()]) {
        const Arc& arc = arcs_[one];
        const std::int64_t there = far_[arc.from] + arc.delay;
        if (arc.most == 0 || there >= far_[arc.to]) continue;
        far_[arc.to] = there;
        came_[arc.to] = one;
        open.push_back(arc.to);
      }
    }
    return far_[to] < MaxFlow::kPlenty;
  }

  std::vector<std::vector<std::size_t>> leaving_;  ///< by place
  std::vector<Arc> arcs_;                          ///< each with the one back behind it
  std::vector<std::int64_t> far_;
  std::vector<std::size_t> came_;  ///< by place: the arc of the way that was found
};

}  // namespace

TimeFlow::TimeFlow(const SynthesisNetwork& network, std::int64_t cycles)
    : cycles_{cycles}, source_{0}, sink_{0}, flow_{0} {
  const StillNetwork still{network};
  source_ = at(still.places, 0);
  sink_ = source_ + 1;
  flow_ = MaxFlow{sink_ + 1};
  std::size_t arcs = 3 * std::size_t{network.nodes} + still.links.size();
  for (const auto& some : still.gates) arcs += some.size();
  flow_.reserve(arcs * at(1, 0));
  for (NodeId v = 0; v < network.nodes; ++v) {
    for (std::int64_t t = 0; t <= cycles; ++t) {
      if (t < cycles) flow_.add(at(v, t), at(v, t + 1), MaxFlow::kPlenty);
      for (const Arc& gate : still.gates[v]) flow_.add(at(gate.from, t), at(gate.to, t), gate.most);
    }
  }
  for (std::size_t l = 0; l < still.links.size(); ++l) {
    const Arc& link = still.links[l];
    for (std::int64_t t = 0; t + link.delay <= cycles; ++t) {
      sends_.push_back({l, t, flow_.add(at(link.from, t), at(link.to, t + link.delay), link.most)});
    }
  }
}

std::int64_t TimeFlow::value(const Amounts& sources, const Amounts& sinks,
                             const std::function<bool()>& stop) {
  for (const auto& [v, words] : sources) flow_.add(source_, at(v, 0), words);
  for (const auto& [v, words] : sinks) flow_.add(at(v, cycles_), sink_, words);
  return flow_.raise(source_, sink_, sum_of(sources), stop);
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
  if (sources.size() == 1 && sinks.size() == 1) {
    return Ways{StillNetwork{network}}.cycles(sources.begin()->first, sinks.begin()->first, all,
                                              low);
  }
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
