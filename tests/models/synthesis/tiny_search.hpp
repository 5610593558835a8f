#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "models/synthesis/problem.hpp"

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

/// All schedules of tiny problems, one cycle after the other: what a search must agree with. It
/// shares nothing with the search: no clauses, no bounds of its, no orders. Left out are those that
/// differ by a renumbering alone, and those in which a packet begins later than it could: in a
/// cycle in which nothing has come, or with words that were there, on a link that was free, before.
class TinySearch {
 public:
  explicit TinySearch(const SynthesisProblem& problem)
      : problem_{problem}, network_{problem.network}, links_{problem.network.links.size()} {
    for (std::size_t c = 0; c < problem_.tokens.size(); ++c) {
      std::uint32_t wanted = 0;
      for (const NodeId target : problem_.tokens[c].targets) wanted |= 1U << target;
      wanted_.push_back(wanted);
    }
    for (const SynthesisLink& link : network_.links) joined_[link.from] |= 1U << link.to;
    far_ = network_.distances();
    find_symmetries();
    for (const SynthesisLink& link : network_.links) startup_ = std::min(startup_, link.startup);
  }

  /// Is there a schedule of at most so many cycles? Nothing after so many looks.
  std::optional<bool> within(std::int64_t cycles, std::size_t looks) {
    State first;
    for (const Token& token : problem_.tokens) first.held.push_back(1U << token.source);
    first.flying.resize(links_);
    first.early.resize(links_);
    left_ = looks;
    const bool found = reaches(first, cycles);
    if (!found && left_ == 0) return std::nullopt;
    return found;
  }

 private:
  using Nodes = std::uint32_t;  ///< a bit each
  /// A packet on a link: its tokens as bits, and the cycles that are left.
  struct Packet {
    std::uint32_t tokens = 0;
    std::int64_t left = 0;
    friend auto operator<=>(const Packet&, const Packet&) = default;
  };
  struct State {
    std::vector<Nodes> held;             ///< by token
    std::vector<Packet> flying;          ///< by link
    std::vector<std::uint32_t> early{};  ///< by link: tokens that could have begun before
    bool moved = true;                   ///< something has come in this cycle, or it is the first
    friend auto operator<=>(const State& a, const State& b) {
      return std::tie(a.held, a.flying, a.moved) <=> std::tie(b.held, b.flying, b.moved);
    }
  };

  [[nodiscard]] bool at_once(std::size_t link) const { return network_.links[link].startup == 0; }
  [[nodiscard]] bool is_single(std::size_t token) const {
    return std::has_single_bit(wanted_[token]);
  }

  /// Nodes that can be reached from `some` within `inside`.
  [[nodiscard]] Nodes reached(Nodes some, Nodes inside) const {
    for (Nodes before = 0; some != before;) {
      before = some;
      for (NodeId v = 0; v < network_.nodes; ++v) {
        if ((before >> v & 1U) != 0) some |= joined_[v] & inside;
      }
    }
    return some;
  }

  /// Parts that the machine falls into without a node, with nodes of `missing` and none of `some`.
  [[nodiscard]] std::int64_t parts_without(NodeId without, Nodes some, Nodes missing) const {
    const Nodes others = ((1U << network_.nodes) - 1) & ~(1U << without);
    std::int64_t parts = 0;
    for (Nodes left = missing & ~reached(some, others); left != 0; ++parts) {
      left &= ~reached(left & (~left + 1), others);
    }
    return parts;
  }

  /// Links that a token still needs: those to its one target, or one for each target.
  [[nodiscard]] std::int64_t ways(Nodes held, std::size_t token) const {
    const Nodes missing = wanted_[token] & ~held;
    if (!is_single(token) || missing == 0) return std::popcount(missing);
    std::int64_t hops = 0;
    for (; (held & missing) == 0; ++hops) {
      Nodes next = held;
      for (NodeId v = 0; v < network_.nodes; ++v) {
        if ((held >> v & 1U) != 0) next |= joined_[v];
      }
      held = next;
    }
    return hops;
  }

  /// Cycles without which it cannot be done: what has to cross each cut, and what each node has to
  /// do. A word on its way is taken for there.
  [[nodiscard]] std::int64_t needed(const State& state) const {
    std::vector<Nodes> there = state.held;
    for (std::size_t l = 0; l < links_; ++l) {
      for (std::size_t c = 0; c < there.size(); ++c) {
        if ((state.flying[l].tokens >> c & 1U) != 0) there[c] |= 1U << network_.links[l].to;
      }
    }
    const bool one_port = network_.rule == PortRule::kOnePort;
    const bool one_each = network_.rule == PortRule::kOneInOneOut;
    const auto up = [](std::int64_t words, std::int64_t each) { return (words + each - 1) / each; };
    std::int64_t most = 0;
    for (const Packet& packet : state.flying) most = std::max(most, packet.left);
    std::int64_t all = 0;
    for (std::size_t c = 0; c < there.size(); ++c) {
      all += ways(there[c], c);
      most = std::max(most, latest(state, c));
    }
    const std::int64_t nodes = network_.nodes;
    const auto links = static_cast<std::int64_t>(links_);
    if (all > 0)
      most = std::max(most, startup_ + up(all, one_port                              ? nodes / 2
                                               : one_each                            ? nodes
                                               : network_.rule == PortRule::kAllFull ? links
                                                                                     : links / 2));
    const Nodes everybody = (1U << network_.nodes) - 1;
    for (Nodes set = 1; set < everybody; ++set) {  // into each set of nodes
      std::int64_t in = 0;
      std::int64_t out = 0;
      for (std::size_t c = 0; c < there.size(); ++c) {
        if ((there[c] & set) == 0 && (wanted_[c] & set) != 0) ++in;
        if ((there[c] & ~set) == 0 && (wanted_[c] & ~set) != 0) ++out;
      }
      std::int64_t across = 0;
      for (const SynthesisLink& link : network_.links) {
        if ((set >> link.from & 1U) == 0 && (set >> link.to & 1U) != 0) ++across;
      }
      const std::int64_t pairs =
          std::min({across, std::int64_t{std::popcount(set)}, nodes - std::popcount(set)});
      if (in + out == 0) continue;
      most = std::max(most, startup_ + (network_.rule == PortRule::kAllFull ? up(in, across)
                                        : one_port                          ? up(in + out, pairs)
                                        : one_each ? std::max(up(in, pairs), up(in + out, across))
                                                   : up(in + out, across)));
    }
    if (!one_port && !one_each) return most;
    for (NodeId v = 0; v < network_.nodes; ++v) {
      const Nodes self = 1U << v;
      std::int64_t in = 0;
      std::int64_t out = 0;
      for (std::size_t c = 0; c < there.size(); ++c) {
        const Nodes missing = wanted_[c] & ~there[c] & ~self;
        const std::int64_t parts = parts_without(v, there[c] & ~self, missing);
        out += parts;
        if ((there[c] & self) == 0 && (parts > 0 || (wanted_[c] & self) != 0)) ++in;
      }
      if (in > 0) in += startup_;
      if (out > 0) out += startup_;
      most = std::max(most, one_port ? in + out : std::max(in, out));
    }
    return most;
  }

  /// Cycles until a token is at the last of its targets, if nothing is in its way.
  [[nodiscard]] std::int64_t latest(const State& state, std::size_t token) const {
    std::int64_t last = 0;
    for (NodeId target = 0; target < network_.nodes; ++target) {
      if (((wanted_[token] & ~state.held[token]) >> target & 1U) == 0) continue;
      std::int64_t first = SynthesisNetwork::kFar;
      for (NodeId v = 0; v < network_.nodes; ++v) {
        if ((state.held[token] >> v & 1U) != 0) first = std::min(first, far_[v][target]);
      }
      for (std::size_t l = 0; l < links_; ++l) {
        if ((state.flying[l].tokens >> token & 1U) == 0) continue;
        first = std::min(first, state.flying[l].left + far_[network_.links[l].to][target]);
      }
      last = std::max(last, first);
    }
    return last;
  }

  [[nodiscard]] bool done(const State& state) const {
    for (std::size_t c = 0; c < state.held.size(); ++c) {
      if ((wanted_[c] & ~state.held[c]) != 0) return false;
    }
    return true;
  }

  /// Are two tokens words of one block?
  [[nodiscard]] bool alike(std::size_t a, std::size_t b) const {
    return problem_.tokens[a].source == problem_.tokens[b].source && wanted_[a] == wanted_[b];
  }

  /// The same state with the words of each block in order.
  [[nodiscard]] State in_order(const State& state) const {
    const std::size_t tokens = state.held.size();
    std::vector<std::pair<Nodes, std::uint64_t>> where(tokens);  // held; links on which it flies
    for (std::size_t c = 0; c < tokens; ++c) {
      where[c].first = state.held[c];
      for (std::size_t l = 0; l < links_; ++l) {
        if ((state.flying[l].tokens >> c & 1U) != 0) where[c].second |= std::uint64_t{1} << l;
      }
    }
    std::vector<std::size_t> order(tokens);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = 0; i < tokens; ++i) {
      for (std::size_t j = i + 1; j < tokens; ++j) {
        if (alike(i, j) && where[order[j]] < where[order[i]]) std::swap(order[i], order[j]);
      }
    }
    State sorted = state;
    for (Packet& packet : sorted.flying) packet.tokens = 0;
    for (std::uint32_t& early : sorted.early) early = 0;
    for (std::size_t c = 0; c < tokens; ++c) {
      sorted.held[c] = where[order[c]].first;
      for (std::size_t l = 0; l < links_; ++l) {
        if ((where[order[c]].second >> l & 1U) != 0) sorted.flying[l].tokens |= 1U << c;
        if ((state.early[l] >> order[c] & 1U) != 0) sorted.early[l] |= 1U << c;
      }
    }
    return sorted;
  }

  /// A renumbering of the nodes after which the problem is the same.
  struct Symmetry {
    std::vector<NodeId> node;
    std::vector<std::size_t> link;
    std::vector<std::size_t> token;
  };

  void find_symmetries() {
    std::vector<NodeId> node(network_.nodes);
    std::iota(node.begin(), node.end(), NodeId{0});
    while (std::ranges::next_permutation(node).found) {
      if (auto one = symmetry_of(node)) symmetries_.push_back(std::move(*one));
    }
  }

  [[nodiscard]] Nodes image_of(Nodes some, const std::vector<NodeId>& node) const {
    Nodes image = 0;
    for (NodeId v = 0; v < network_.nodes; ++v) image |= (some >> v & 1U) << node[v];
    return image;
  }

  [[nodiscard]] std::optional<Symmetry> symmetry_of(const std::vector<NodeId>& node) const {
    Symmetry one{node, {}, {}};
    for (const SynthesisLink& link : network_.links) {
      const auto image = network_.link(node[link.from], node[link.to]);
      if (!image) return std::nullopt;
      one.link.push_back(*image);
    }
    for (std::size_t a = 0; a < links_; ++a) {
      for (std::size_t b = 0; b < links_; ++b) {
        if (a != b && meet(a, b) &&
            network_.exclude(network_.links[a], network_.links[b]) !=
                network_.exclude(network_.links[one.link[a]], network_.links[one.link[b]])) {
          return std::nullopt;
        }
      }
    }
    for (std::size_t c = 0; c < wanted_.size(); ++c) {
      const Token& token = problem_.tokens[c];
      std::size_t image = 0;
      while (image < wanted_.size() && !(problem_.tokens[image].source == node[token.source] &&
                                         problem_.tokens[image].word == token.word &&
                                         wanted_[image] == image_of(wanted_[c], node))) {
        ++image;
      }
      if (image == wanted_.size()) return std::nullopt;
      one.token.push_back(image);
    }
    return one;
  }

  /// Of all states that are the same but for the numbers of nodes and of the words of a block, the
  /// first.
  [[nodiscard]] State first_of_images(const State& state) const {
    State first = in_order(state);
    for (const Symmetry& one : symmetries_) {
      State image = state;
      for (std::size_t c = 0; c < state.held.size(); ++c) {
        image.held[one.token[c]] = image_of(state.held[c], one.node);
      }
      const auto tokens_of = [&](std::uint32_t tokens) {
        std::uint32_t images = 0;
        for (std::size_t c = 0; c < state.held.size(); ++c) {
          images |= (tokens >> c & 1U) << one.token[c];
        }
        return images;
      };
      for (std::size_t l = 0; l < links_; ++l) {
        image.flying[one.link[l]] = {tokens_of(state.flying[l].tokens), state.flying[l].left};
        image.early[one.link[l]] = tokens_of(state.early[l]);
      }
      image = in_order(image);
      if (image < first) first = std::move(image);
    }
    return first;
  }

  /// Can all be done in `more` cycles?
  bool reaches(const State& state, std::int64_t more) {
    if (done(state)) return true;
    if (!state.moved &&
        std::ranges::all_of(state.flying, [](const Packet& p) { return p.left == 0; }))
      return false;
    if (left_ == 0 || more < needed(state)) return false;
    const State sorted = first_of_images(state);
    const auto known = failed_.find(sorted);
    if (known != failed_.end() && known->second >= more) return false;
    if (sorted.moved ? extend(sorted, 0, more) : passes(sorted, more)) return true;
    failed_[sorted] = more;
    return false;
  }

  /// May a link begin now beside those that work?
  [[nodiscard]] bool free(const State& state, std::size_t link) const {
    if (state.flying[link].left > 0) return false;
    for (std::size_t l = 0; l < links_; ++l) {
      if (l != link && state.flying[l].left > 0 && meet(l, link) &&
          network_.exclude(network_.links[l], network_.links[link])) {
        return false;
      }
    }
    return true;
  }

  /// The tokens that a link can bring: those that are no news at its end help nobody.
  [[nodiscard]] std::uint32_t news(const State& state, std::size_t link) const {
    const SynthesisLink& of = network_.links[link];
    std::uint32_t some = 0;
    for (std::size_t c = 0; c < state.held.size(); ++c) {
      if ((state.held[c] >> of.from & 1U) != 0 && (state.held[c] >> of.to & 1U) == 0)
        some |= 1U << c;
    }
    if (!at_once(link)) return some;
    for (std::size_t l = 0; l < links_; ++l) {  // comes in this cycle by another link
      if (network_.links[l].to == of.to) some &= ~state.flying[l].tokens;
    }
    return some;
  }

  /// All that links from `link` on can begin in this cycle; then the cycle passes.
  bool extend(const State& state, std::size_t link, std::int64_t more) {
    if (left_ == 0) return false;
    if (link == links_) return passes(state, more);
    const std::uint32_t some = free(state, link) ? news(state, link) : 0;
    const SynthesisLink& of = network_.links[link];
    std::vector<std::uint32_t> packets;
    if (at_once(link)) {  // words go one by one; of those that are the same everywhere, the first
      for (std::size_t c = 0; c < state.held.size(); ++c) {
        bool first = (some >> c & 1U) != 0;
        for (std::size_t b = 0; b < c; ++b) {
          first = first && !((some >> b & 1U) != 0 && alike(b, c) && same_place(state, b, c));
        }
        if (first) packets.push_back(1U << c);
      }
    } else {
      for (std::uint32_t tokens = some; tokens != 0; tokens = (tokens - 1) & some) {
        if ((tokens & ~state.early[link]) == 0) continue;
        if (first_of_alike(state, tokens, some)) packets.push_back(tokens);
      }
    }
    left_ -= std::min(left_, packets.size() + 1);
    const auto wanted_there = [&](std::uint32_t tokens) {
      std::uint32_t count = 0;
      for (std::size_t c = 0; c < wanted_.size(); ++c) {
        if ((tokens >> c & 1U) != 0 && (wanted_[c] >> of.to & 1U) != 0) ++count;
      }
      return count;
    };
    std::ranges::stable_sort(packets, std::ranges::greater{}, wanted_there);
    for (const std::uint32_t tokens : packets) {
      State sent = state;
      sent.flying[link] = {tokens, of.hop(std::popcount(tokens))};
      if (extend(sent, link + 1, more)) return true;
      if (left_ == 0) return false;
    }
    return extend(state, link + 1, more);  // it rests
  }

  /// Are there no tokens in the place of some of these that are the same everywhere, and before
  /// them?
  [[nodiscard]] bool first_of_alike(const State& state, std::uint32_t tokens,
                                    std::uint32_t some) const {
    for (std::size_t c = 0; c < state.held.size(); ++c) {
      if ((tokens >> c & 1U) == 0) continue;
      for (std::size_t b = 0; b < c; ++b) {
        const bool skipped = (some >> b & 1U) != 0 && (tokens >> b & 1U) == 0;
        if (skipped && alike(b, c) && same_place(state, b, c)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool same_place(const State& state, std::size_t a, std::size_t b) const {
    if (state.held[a] != state.held[b]) return false;
    return std::ranges::all_of(state.flying, [&](const Packet& packet) {
      return (packet.tokens >> a & 1U) == (packet.tokens >> b & 1U);
    });
  }

  bool passes(State state, std::int64_t more) {
    for (std::size_t l = 0; l < links_; ++l) {
      // Where each packet lasts a cycle, a link that could work as well does no harm.
      if (at_once(l) && free(state, l) && news(state, l) != 0) return false;
    }
    if (state.moved) {
      for (std::size_t l = 0; l < links_; ++l) {
        state.early[l] = free(state, l) ? news(state, l) : 0;
      }
    }
    state.moved = false;
    for (std::size_t l = 0; l < links_; ++l) {
      Packet& packet = state.flying[l];
      if (packet.left == 0 || --packet.left > 0) continue;
      state.moved = true;
      for (std::size_t c = 0; c < state.held.size(); ++c) {
        if ((packet.tokens >> c & 1U) != 0) state.held[c] |= 1U << network_.links[l].to;
      }
      packet = {};
    }
    return reaches(state, more - 1);
  }

  [[nodiscard]] bool meet(std::size_t a, std::size_t b) const {
    const SynthesisLink& x = network_.links[a];
    const SynthesisLink& y = network_.links[b];
    return x.from == y.from || x.from == y.to || x.to == y.from || x.to == y.to;
  }

  const SynthesisProblem& problem_;
  const SynthesisNetwork& network_;
  std::size_t links_;
  std::vector<Nodes> wanted_;  ///< by token: its targets
  std::vector<Symmetry> symmetries_;
  std::vector<std::vector<std::int64_t>> far_;
  std::int64_t startup_ = SynthesisNetwork::kFar;  ///< the least
  std::array<Nodes, 32> joined_{};
  std::map<State, std::int64_t> failed_;  ///< cycles that are too few
  std::size_t left_ = 0;                  ///< looks
};

}  // namespace plexus
