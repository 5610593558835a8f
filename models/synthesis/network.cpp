#include "models/synthesis/network.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <utility>

#include "models/synthesis/max_flow.hpp"

namespace plexus {

void SynthesisNetwork::index() {
  out.assign(nodes, {});
  in.assign(nodes, {});
  for (std::size_t l = 0; l < links.size(); ++l) {
    out[links[l].from].push_back(l);
    in[links[l].to].push_back(l);
  }
}

std::optional<std::size_t> SynthesisNetwork::link(NodeId from, NodeId to) const {
  for (const std::size_t l : out[from]) {
    if (links[l].to == to) return l;
  }
  return std::nullopt;
}

namespace {

using Table = std::vector<std::vector<std::int64_t>>;

/// The shortest ways of all pairs; small machines alone are searched.
Table shortest(const SynthesisNetwork& network,
               const std::function<std::int64_t(const SynthesisLink&)>& length) {
  Table far(network.nodes, std::vector<std::int64_t>(network.nodes, SynthesisNetwork::kFar));
  for (NodeId from = 0; from < network.nodes; ++from) {
    std::vector<std::int64_t>& reach = far[from];
    std::vector<std::pair<std::int64_t, NodeId>> open{{0, from}};  // a heap, nearest on top
    reach[from] = 0;
    while (!open.empty()) {
      std::ranges::pop_heap(open, std::greater{});
      const auto [distance, here] = open.back();
      open.pop_back();
      if (distance > reach[here]) continue;
      for (const std::size_t l : network.out[here]) {
        const SynthesisLink& link = network.links[l];
        const std::int64_t there = distance + length(link);
        if (there >= reach[link.to]) continue;
        reach[link.to] = there;
        open.emplace_back(there, link.to);
        std::ranges::push_heap(open, std::greater{});
      }
    }
  }
  return far;
}

}  // namespace

std::vector<std::vector<std::int64_t>> SynthesisNetwork::distances() const {
  return shortest(*this, [](const SynthesisLink& link) { return link.hop(1); });
}

std::vector<std::vector<std::int64_t>> SynthesisNetwork::hops() const {
  return shortest(*this, [](const SynthesisLink&) { return std::int64_t{1}; });
}

bool SynthesisNetwork::starts_at_once() const {
  return std::ranges::all_of(links, [](const SynthesisLink& link) { return link.startup == 0; });
}

namespace {

/// Links of which no two leave, and no two come to, the same node: how many there are at most.
std::int64_t most_paired(const SynthesisNetwork& network) {
  const std::size_t source = 2 * std::size_t{network.nodes};
  MaxFlow pairs{source + 2};
  for (NodeId v = 0; v < network.nodes; ++v) {
    pairs.add(source, v, 1);
    pairs.add(network.nodes + v, source + 1, 1);
  }
  for (const SynthesisLink& link : network.links) pairs.add(link.from, network.nodes + link.to, 1);
  return pairs.raise(source, source + 1, network.nodes);
}

/// Links between nodes that write and nodes that read, which is either of the two in a cycle: how
/// many there are at most. All ways to part the nodes are tried where they are few.
std::int64_t most_parted(const SynthesisNetwork& network) {
  constexpr NodeId kMostTried = 16;
  const auto all = static_cast<std::int64_t>(network.links.size()) / 2;
  if (network.nodes > kMostTried) return all;
  std::vector<bool> writes(network.nodes, false);
  std::int64_t parted = 0;
  std::int64_t most = 0;
  for (std::uint32_t i = 1; i < std::uint32_t{1} << (network.nodes - 1); ++i) {
    const auto v = static_cast<NodeId>(std::countr_zero(i));  // all sets, one change at a time
    for (const std::size_t l : network.out[v]) {
      parted += writes[network.links[l].to] == writes[v] ? 1 : -1;
    }
    writes[v] = !writes[v];
    most = std::max(most, parted);
  }
  return std::min(all, most);
}

}  // namespace

std::int64_t SynthesisNetwork::most_active() const {
  const auto directions = static_cast<std::int64_t>(links.size());
  if (switched) return std::min<std::int64_t>(directions, nodes);
  const std::int64_t some = directions / 2;
  switch (rule) {
    case PortRule::kAllFull:
      return directions;
    case PortRule::kAllHalf:
    case PortRule::kRingStrict:
      return some;
    case PortRule::kUniform:
      return most_parted(*this);
    case PortRule::kOneInOneOut:
      return std::min(some, most_paired(*this));
    case PortRule::kOnePort:
      break;
  }
  return std::min(some, most_paired(*this) / 2);
}

std::int64_t SynthesisNetwork::cycles_of_work(std::int64_t words) const {
  std::int64_t bandwidth = 1;
  std::int64_t startup = kFar;
  std::int64_t total = 0;
  for (const SynthesisLink& link : links) {
    bandwidth = std::max(bandwidth, link.bandwidth);
    startup = std::min(startup, link.startup);
    total += link.bandwidth;
  }
  const std::int64_t each = rule == PortRule::kAllFull ? total : most_active() * bandwidth;
  return startup + (words + each - 1) / each;
}

std::int64_t SynthesisNetwork::most(NodeId node, bool come) const {
  const bool one = rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort;
  const bool strict = rule == PortRule::kRingStrict && come != backwards;
  std::int64_t sum = 0;
  std::map<unsigned, std::int64_t> fastest;  // by dimension, of those of which one works at a time
  for (const std::size_t l : come ? in[node] : out[node]) {
    const SynthesisLink& link = links[l];
    if (one || strict) {
      std::int64_t& best = fastest[one ? 0 : come ? link.read : link.written];
      best = std::max(best, link.bandwidth);
    } else {
      sum += link.bandwidth;
    }
  }
  for (const auto& [dimension, bandwidth] : fastest) sum += bandwidth;
  return sum;
}

bool SynthesisNetwork::exclude(const SynthesisLink& a, const SynthesisLink& b) const {
  if (rule == PortRule::kAllFull) return false;
  if (!switched && a.from == b.to && a.to == b.from) return true;  // half duplex
  const bool read_both = a.to == b.to;
  const bool wrote_both = a.from == b.from;
  const bool passes = a.to == b.from || a.from == b.to;
  switch (rule) {
    case PortRule::kRingStrict:
      return backwards ? wrote_both && a.written == b.written : read_both && a.read == b.read;
    case PortRule::kUniform:
      return passes;
    case PortRule::kOneInOneOut:
      return read_both || wrote_both;
    case PortRule::kOnePort:
      return read_both || wrote_both || passes;
    default:
      return false;
  }
}

namespace {

/// Where each link is taken by `map`; nothing if there is no such link, or one of another kind.
bool is_symmetry(const SynthesisNetwork& network, const NodeMap& map) {
  if (map.size() != network.nodes) return false;
  for (const SynthesisLink& link : network.links) {
    const auto taken = network.link(map[link.from], map[link.to]);
    if (!taken) return false;
    const SynthesisLink& other = network.links[*taken];
    if (other.startup != link.startup || other.bandwidth != link.bandwidth) return false;
  }
  if (network.rule != PortRule::kRingStrict) return true;
  for (const auto* ends :
       {&network.in, &network.out}) {  // what excludes each other goes on doing so
    for (const std::vector<std::size_t>& some : *ends) {
      for (const std::size_t a : some) {
        for (const std::size_t b : some) {
          const auto taken = [&](std::size_t l) -> const SynthesisLink& {
            return network
                .links[*network.link(map[network.links[l].from], map[network.links[l].to])];
          };
          if (a < b && network.exclude(network.links[a], network.links[b]) !=
                           network.exclude(taken(a), taken(b))) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

}  // namespace

SynthesisNetwork network_of(const DirectWiring& wiring, LinkTiming timing, PortRule rule,
                            const std::vector<NodeMap>& shifts) {
  SynthesisNetwork network;
  network.nodes = wiring.nodes;
  network.rule = rule;
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    for (unsigned channel = 0; channel < wiring.channels; ++channel) {
      const auto other = wiring.neighbour(v, channel);
      if (!other) continue;
      const LinkTiming of = wiring.timing ? wiring.timing(v, channel) : timing;
      network.links.push_back({v, other->node, of.startup.count(), of.bandwidth.count(), channel,
                               channel / wiring.channels_per_dimension,
                               other->channel / wiring.channels_per_dimension, 0});
    }
  }
  network.index();
  for (SynthesisLink& link : network.links) link.back = *network.link(link.to, link.from);
  constexpr NodeId kMostSearched = 256;  // larger ones have no use for shifts
  for (const NodeMap& map : shifts) {
    if (network.nodes <= kMostSearched && is_symmetry(network, map)) network.shifts.push_back(map);
  }
  return network;
}

SynthesisNetwork crossbar_of(NodeId nodes, LinkTiming timing) {
  DirectWiring all;
  all.nodes = nodes;
  all.channels = nodes - 1;
  all.neighbour = [nodes](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
    return ChannelEnd{(v + 1 + channel) % nodes, nodes - 2 - channel};
  };
  NodeMap next;
  for (NodeId v = 0; v < nodes; ++v) next.push_back((v + 1) % nodes);
  SynthesisNetwork network = network_of(all, timing, PortRule::kOneInOneOut, {next});
  network.switched = true;
  return network;
}

SynthesisNetwork backwards(const SynthesisNetwork& network) {
  SynthesisNetwork film = network;
  film.backwards = !network.backwards;
  for (SynthesisLink& link : film.links) {  // the same place in the list: the same link
    std::swap(link.from, link.to);
    std::swap(link.written, link.read);
  }
  film.index();
  return film;
}

std::vector<NodeMap> symmetries_of(const SynthesisNetwork& network, std::size_t most) {
  constexpr std::size_t kMostTries = 200'000;
  std::vector<NodeMap> found;
  const auto hops = network.hops();
  NodeMap map(network.nodes);
  std::vector<bool> taken(network.nodes, false);
  std::size_t tries = 0;
  const auto fits = [&](NodeId v, NodeId image) {
    for (NodeId u = 0; u < v; ++u) {
      if (hops[u][v] != hops[map[u]][image] || hops[v][u] != hops[image][map[u]]) return false;
    }
    return true;
  };
  const std::function<void(NodeId)> extend = [&](NodeId v) {
    if (found.size() >= most || tries >= kMostTries) return;
    if (v == network.nodes) {
      const bool moves = !std::ranges::is_sorted(map);
      if (moves && is_symmetry(network, map)) found.push_back(map);
      return;
    }
    for (NodeId image = 0; image < network.nodes; ++image) {
      if (taken[image] || ++tries >= kMostTries || !fits(v, image)) continue;
      taken[image] = true;
      map[v] = image;
      extend(v + 1);
      taken[image] = false;
    }
  };
  extend(0);
  return found;
}

}  // namespace plexus
