#include "models/synthesis/cut_bound.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace plexus {

namespace {

using Table = std::vector<std::vector<std::int64_t>>;

/// Cuts that are looked at one after the other, and the worst of them.
class Cuts {
 public:
  Cuts(const SynthesisNetwork& network, const Demands& demands)
      : network_{network}, demands_{demands} {}

  /// What has to cross from the nodes that are `inside` to the others, and back, over the links
  /// between.
  void look(const std::vector<char>& inside);
  /// The fewest cycles of the worst one.
  [[nodiscard]] std::int64_t bound() const { return bound_; }

 private:
  using Links = std::vector<const SynthesisLink*>;

  /// Links carry `words` words, each link set up once.
  void over(const Links& links, std::int64_t words);

  const SynthesisNetwork& network_;
  const Demands& demands_;
  std::int64_t bound_ = 0;
  Links out_;
  Links in_;
  Links either_;  ///< the better direction
};

void Cuts::over(const Links& links, std::int64_t words) {
  const auto enough = [&](std::int64_t cycles) {
    std::int64_t left = words;
    for (const SynthesisLink* link : links) {
      const std::int64_t room = std::max<std::int64_t>(0, cycles - link->startup);
      if (room > left / link->bandwidth) return true;
      left -= room * link->bandwidth;
    }
    return left == 0;
  };
  if (enough(bound_)) return;
  std::int64_t high = links.front()->hop(words);
  while (bound_ + 1 < high) {
    const std::int64_t middle = bound_ + (high - bound_) / 2;
    (enough(middle) ? high : bound_) = middle;
  }
  bound_ = high;
}

void Cuts::look(const std::vector<char>& inside) {
  std::int64_t gone = 0;
  std::int64_t come = 0;
  for (const auto& [token, words] : demands_) {
    const char from = inside[token->source];
    const bool crosses =
        std::ranges::any_of(token->targets, [&](NodeId target) { return inside[target] != from; });
    if (crosses) (from != 0 ? gone : come) += words;
  }
  if (gone + come == 0) return;
  out_.clear();
  in_.clear();
  either_.clear();
  std::int64_t most = 1;
  for (const SynthesisLink& link : network_.links) {
    const bool leaves = inside[link.from] != 0;
    if (inside[link.from] == inside[link.to]) continue;
    (leaves ? out_ : in_).push_back(&link);
    most = std::max(most, link.bandwidth);
    const SynthesisLink& back = network_.links[link.back];
    const bool better =
        link.bandwidth > back.bandwidth || (link.bandwidth == back.bandwidth && leaves);
    if (better && link.startup <= back.startup) either_.push_back(&link);
  }
  over(out_, gone);
  over(in_, come);
  if (network_.rule == PortRule::kAllFull) return;
  if (!network_.switched && 2 * either_.size() == out_.size() + in_.size()) {
    over(either_, gone + come);
  }
  const auto nodes =
      static_cast<std::int64_t>(std::ranges::count_if(inside, [](char is) { return is != 0; }));
  const std::int64_t pairs =
      std::min(nodes, static_cast<std::int64_t>(network_.nodes) - nodes) * most;
  if (network_.rule == PortRule::kOneInOneOut) {
    bound_ = std::max(bound_, (std::max(gone, come) + pairs - 1) / pairs);
  } else if (network_.rule == PortRule::kOnePort) {
    bound_ = std::max(bound_, (gone + come + pairs - 1) / pairs);
  }
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
                       const std::vector<NodeId>& like, NodeId all,
                       const std::function<bool()>& stop) {
  const NodeId nodes = network.nodes;
  Cuts cuts{network, demands};
  std::vector<char> inside(nodes, 0);
  const auto look = [&](const auto& is_inside) {
    if (stop()) return;
    for (NodeId v = 0; v < nodes; ++v) inside[v] = is_inside(v) ? 1 : 0;
    cuts.look(inside);
  };
  if (nodes <= all) {
    for (std::uint32_t set = 1; set < std::uint32_t{1} << (nodes - 1); ++set) {
      look([set](NodeId v) { return (set >> v & 1U) != 0; });
    }
    return cuts.bound();
  }
  for (NodeId center = 0; center < nodes; ++center) {
    if (like[center] != center) continue;
    const std::int64_t last = *std::ranges::max_element(hops[center]);
    for (std::int64_t radius = 0; radius < last; ++radius) {
      look([&](NodeId v) { return hops[center][v] <= radius; });
    }
  }
  for (NodeId size = 1; size < nodes; ++size) {  // the first nodes, as they are numbered
    look([size](NodeId v) { return v < size; });
  }
  return cuts.bound();
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
