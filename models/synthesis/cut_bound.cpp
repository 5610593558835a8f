#include "models/synthesis/cut_bound.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace plexus {

namespace {

using Table = std::vector<std::vector<std::int64_t>>;

/// The fewest cycles in which links can carry `words` words, each link set up once.
std::int64_t cycles_over(const std::vector<const SynthesisLink*>& links, std::int64_t words) {
  const auto enough = [&](std::int64_t cycles) {
    std::int64_t left = words;
    for (const SynthesisLink* link : links) {
      const std::int64_t room = std::max<std::int64_t>(0, cycles - link->startup);
      if (room > left / link->bandwidth) return true;
      left -= room * link->bandwidth;
    }
    return left == 0;
  };
  std::int64_t low = 0;
  std::int64_t high = links.front()->hop(words);
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

/// What has to cross from `inside` to the other nodes, and back, over the links between.
std::int64_t cut_cycles(const SynthesisNetwork& network, const Demands& demands,
                        const std::vector<bool>& inside) {
  std::int64_t gone = 0;
  std::int64_t come = 0;
  for (const auto& [token, words] : demands) {
    const bool from = inside[token->source];
    const bool crosses =
        std::ranges::any_of(token->targets, [&](NodeId target) { return inside[target] != from; });
    if (crosses) (from ? gone : come) += words;
  }
  std::vector<const SynthesisLink*> out;
  std::vector<const SynthesisLink*> in;
  std::vector<const SynthesisLink*> either;  // the better direction
  std::int64_t most = 1;
  for (const SynthesisLink& link : network.links) {
    if (inside[link.from] == inside[link.to]) continue;
    (inside[link.from] ? out : in).push_back(&link);
    most = std::max(most, link.bandwidth);
    const SynthesisLink& back = network.links[link.back];
    const bool better =
        link.bandwidth > back.bandwidth || (link.bandwidth == back.bandwidth && inside[link.from]);
    if (better && link.startup <= back.startup) either.push_back(&link);
  }
  std::int64_t bound = 0;
  if (gone > 0) bound = std::max(bound, cycles_over(out, gone));
  if (come > 0) bound = std::max(bound, cycles_over(in, come));
  if (network.rule == PortRule::kAllFull || gone + come == 0) return bound;
  if (!network.switched && 2 * either.size() == out.size() + in.size()) {
    bound = std::max(bound, cycles_over(either, gone + come));
  }
  const auto nodes = static_cast<std::int64_t>(std::ranges::count(inside, true));
  const std::int64_t pairs =
      std::min(nodes, static_cast<std::int64_t>(network.nodes) - nodes) * most;
  if (network.rule == PortRule::kOneInOneOut) {
    bound = std::max(bound, (std::max(gone, come) + pairs - 1) / pairs);
  } else if (network.rule == PortRule::kOnePort) {
    bound = std::max(bound, (gone + come + pairs - 1) / pairs);
  }
  return bound;
}

/// The most that links which work at the same time have of `weight`, all of a few tried.
std::int64_t heaviest(const SynthesisNetwork& network, const std::vector<std::int64_t>& weight,
                      std::vector<std::size_t>& working, std::size_t next) {
  if (next == network.links.size()) return 0;
  const std::int64_t without = heaviest(network, weight, working, next + 1);
  const SynthesisLink& link = network.links[next];
  const bool stands_still = std::ranges::any_of(working, [&](std::size_t l) {
    const SynthesisLink& other = network.links[l];
    const bool meet = other.from == link.from || other.from == link.to || other.to == link.from ||
                      other.to == link.to;
    return meet && network.exclude(link, other);
  });
  if (stands_still || weight[next] == 0) return without;
  working.push_back(next);
  const std::int64_t with = weight[next] + heaviest(network, weight, working, next + 1);
  working.pop_back();
  return std::max(with, without);
}

}  // namespace

Demands demands_of(const SynthesisProblem& problem) {
  Demands demands;
  std::map<std::pair<NodeId, const std::vector<NodeId>>, std::size_t> place;
  for (const Token& token : problem.tokens) {
    const auto [found, added] = place.try_emplace({token.source, token.targets}, demands.size());
    if (added) demands.push_back({&token, 0});
    ++demands[found->second].words;
  }
  return demands;
}

std::int64_t cut_bound(const SynthesisNetwork& network, const Demands& demands, const Table& hops,
                       NodeId all) {
  const NodeId nodes = network.nodes;
  std::int64_t bound = 0;
  if (nodes <= all) {
    for (std::uint32_t set = 1; set < std::uint32_t{1} << (nodes - 1); ++set) {
      std::vector<bool> inside(nodes, false);
      for (NodeId v = 0; v < nodes; ++v) inside[v] = (set >> v & 1U) != 0;
      bound = std::max(bound, cut_cycles(network, demands, inside));
    }
    return bound;
  }
  for (NodeId center = 0; center < nodes; ++center) {
    const std::int64_t last = *std::ranges::max_element(hops[center]);
    for (std::int64_t radius = 0; radius < last; ++radius) {
      std::vector<bool> inside(nodes);
      for (NodeId v = 0; v < nodes; ++v) inside[v] = hops[center][v] <= radius;
      bound = std::max(bound, cut_cycles(network, demands, inside));
    }
  }
  for (NodeId size = 1; size < nodes; ++size) {  // the first nodes, as they are numbered
    std::vector<bool> inside(nodes);
    for (NodeId v = 0; v < nodes; ++v) inside[v] = v < size;
    bound = std::max(bound, cut_cycles(network, demands, inside));
  }
  return bound;
}

std::int64_t ends_bound(const SynthesisNetwork& network, const Demands& demands, NodeId all) {
  constexpr std::size_t kTried = 12;  // links
  const NodeId nodes = network.nodes;
  const bool one_port = network.rule == PortRule::kOnePort;
  const bool tried = network.links.size() <= kTried;
  const bool known = one_port || network.rule == PortRule::kOneInOneOut;
  if (nodes > all || network.rule == PortRule::kAllFull || !(tried || known)) return 0;
  std::int64_t fastest = 1;
  std::int64_t startup = SynthesisNetwork::kFar;
  for (const SynthesisLink& link : network.links) {
    fastest = std::max(fastest, link.bandwidth);
    startup = std::min(startup, link.startup);
  }
  std::int64_t bound = 0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << nodes; ++set) {
    const auto inside = [set](NodeId v) { return static_cast<std::int64_t>(set >> v & 1U); };
    Table far(nodes, std::vector<std::int64_t>(nodes, SynthesisNetwork::kFar));
    std::vector<std::int64_t> sender(nodes, 1);  // is each that may send to it in the set?
    for (NodeId v = 0; v < nodes; ++v) far[v][v] = 0;
    std::vector<std::int64_t> weight;
    for (const SynthesisLink& link : network.links) {
      const std::int64_t ends = inside(link.from) + inside(link.to);
      far[link.from][link.to] = ends;
      sender[link.to] = std::min(sender[link.to], inside(link.from));
      weight.push_back(ends * link.bandwidth);
    }
    for (NodeId by = 0; by < nodes; ++by) {
      for (NodeId v = 0; v < nodes; ++v) {
        for (NodeId u = 0; u < nodes; ++u) {
          far[v][u] = std::min(far[v][u], far[v][by] + far[by][u]);
        }
      }
    }
    std::int64_t words_at = 0;
    for (const auto& [token, words] : demands) {
      if (token->targets.size() == 1) {
        words_at += words * far[token->source][token->targets.front()];
        continue;
      }
      for (const NodeId target : token->targets)
        words_at += words * (inside(target) + sender[target]);
    }
    if (words_at == 0) continue;
    std::vector<std::size_t> working;
    const std::int64_t each = tried ? heaviest(network, weight, working, 0)
                                    : (one_port ? 1 : 2) * fastest * std::popcount(set);
    bound = std::max(bound, startup + (words_at + each - 1) / each);
  }
  return bound;
}

}  // namespace plexus
