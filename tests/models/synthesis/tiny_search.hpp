#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "models/synthesis/problem.hpp"

/// All schedules of tiny problems, one cycle after the other: what a search must agree with. It
/// knows nothing of clauses, bounds or orders.
namespace plexus {

/// A machine of links that all have `timing`; `edges` join nodes in both directions.
inline SynthesisNetwork joined_nodes(NodeId nodes,
                                     const std::vector<std::pair<NodeId, NodeId>>& edges,
                                     LinkTiming timing, PortRule rule) {
  std::vector<std::vector<ChannelEnd>> ends(nodes);
  for (const auto& [a, b] : edges) {
    ends[a].push_back({b, static_cast<unsigned>(ends[b].size())});
    ends[b].push_back({a, static_cast<unsigned>(ends[a].size() - 1)});
  }
  DirectWiring wiring;
  wiring.nodes = nodes;
  for (const auto& of : ends) {
    wiring.channels = std::max(wiring.channels, static_cast<unsigned>(of.size()));
  }
  wiring.neighbour = [ends](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
    if (channel >= ends[v].size()) return std::nullopt;
    return ends[v][channel];
  };
  return network_of(wiring, timing, rule);
}

class TinySearch {
 public:
  explicit TinySearch(const SynthesisProblem& problem)
      : problem_{problem}, links_{problem.network.links.size()} {}

  /// The fewest cycles of any schedule.
  std::int64_t cycles() {
    State first;
    first.held.assign(problem_.tokens.size(), 0);
    for (std::size_t c = 0; c < problem_.tokens.size(); ++c) {
      first.held[c] = 1U << problem_.tokens[c].source;
    }
    first.flying.resize(links_);
    std::set<State> now{first};
    for (std::int64_t t = 0;; ++t) {
      for (const State& state : now) {
        if (done(state)) return t;
      }
      std::set<State> next;
      for (const State& state : now) extend(state, 0, next);
      now = best_of(next);
    }
  }

 private:
  /// A packet on a link: its tokens as bits, and the cycles that are left.
  struct Packet {
    std::uint32_t tokens = 0;
    std::int64_t left = 0;
    friend auto operator<=>(const Packet&, const Packet&) = default;
  };
  struct State {
    std::vector<std::uint32_t> held;  ///< by token: nodes as bits
    std::vector<Packet> flying;       ///< by link
    friend auto operator<=>(const State&, const State&) = default;
  };

  [[nodiscard]] bool done(const State& state) const {
    for (std::size_t c = 0; c < state.held.size(); ++c) {
      for (const NodeId target : problem_.tokens[c].targets) {
        if ((state.held[c] >> target & 1U) == 0) return false;
      }
    }
    return true;
  }

  /// States of which no other one holds more, where nothing is on its way.
  static std::set<State> best_of(const std::set<State>& all) {
    std::set<State> best;
    for (const State& state : all) {
      const bool beaten = std::ranges::any_of(all, [&](const State& other) {
        if (&other == &state || other.flying != state.flying) return false;
        for (std::size_t c = 0; c < state.held.size(); ++c) {
          if ((state.held[c] & ~other.held[c]) != 0) return false;
        }
        return true;
      });
      if (!beaten) best.insert(state);
    }
    return best;
  }

  /// All that links from `link` on can begin in this cycle; then the cycle passes.
  void extend(State state, std::size_t link, std::set<State>& next) const {
    if (link == links_) {
      for (std::size_t l = 0; l < links_; ++l) {
        Packet& packet = state.flying[l];
        if (packet.left == 0 || --packet.left > 0) continue;
        for (std::size_t c = 0; c < state.held.size(); ++c) {
          if ((packet.tokens >> c & 1U) != 0) {
            state.held[c] |= 1U << problem_.network.links[l].to;
          }
        }
        packet = {};
      }
      next.insert(std::move(state));
      return;
    }
    const SynthesisLink& of = problem_.network.links[link];
    if (state.flying[link].left > 0) return extend(std::move(state), link + 1, next);
    const bool free = problem_.network.rule == PortRule::kAllFull && of.startup == 0;
    for (std::size_t l = 0; l < links_; ++l) {
      if (l != link && state.flying[l].left > 0 && meet(l, link) &&
          problem_.network.exclude(problem_.network.links[l], of)) {
        return extend(std::move(state), link + 1, next);
      }
    }
    std::uint32_t some = 0;
    for (std::size_t c = 0; c < state.held.size(); ++c) {
      const bool news = (state.held[c] >> of.from & 1U) != 0 && (state.held[c] >> of.to & 1U) == 0;
      if (news) some |= 1U << c;
    }
    if (!free || some == 0) extend(state, link + 1, next);  // a link that rests gains nothing
    for (std::uint32_t tokens = some; tokens != 0; tokens = (tokens - 1) & some) {
      State sent = state;
      sent.flying[link] = {tokens, of.hop(std::popcount(tokens))};
      if (of.startup == 0 && sent.flying[link].left > 1) continue;  // as well one by one
      extend(std::move(sent), link + 1, next);
    }
  }

  [[nodiscard]] bool meet(std::size_t a, std::size_t b) const {
    const SynthesisLink& x = problem_.network.links[a];
    const SynthesisLink& y = problem_.network.links[b];
    return x.from == y.from || x.from == y.to || x.to == y.from || x.to == y.to;
  }

  const SynthesisProblem& problem_;
  std::size_t links_;
};

}  // namespace plexus
