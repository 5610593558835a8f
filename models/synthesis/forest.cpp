#include "models/synthesis/forest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/synthesis/max_flow.hpp"

namespace plexus {

namespace {

/// By node: the words that begin there.
std::vector<std::int64_t> words_at(const SynthesisProblem& problem) {
  std::vector<std::int64_t> words(problem.network.nodes, 0);
  for (const Token& token : problem.tokens) ++words[token.source];
  return words;
}

/// Can all words come to every one of the first `targets` nodes in so many cycles, as far as links
/// have room? The others are switches.
bool carried(const SynthesisNetwork& network, NodeId targets,
             const std::vector<std::int64_t>& words, std::int64_t cycles) {
  const std::int64_t all = std::accumulate(words.begin(), words.end(), std::int64_t{0});
  for (NodeId v = 0; v < targets; ++v) {
    MaxFlow flow{std::size_t{network.nodes} + 1};
    for (NodeId root = 0; root < network.nodes; ++root) {
      if (words[root] > 0) flow.add(network.nodes, root, words[root]);
    }
    for (const SynthesisLink& link : network.links) {
      // No link has to carry more than all words: the product of any figures of a file stays small.
      const std::int64_t room =
          std::clamp<std::int64_t>(cycles - link.startup, 0, all / link.bandwidth + 1);
      flow.add(link.from, link.to, room * link.bandwidth);
    }
    if (flow.raise(network.nodes, v, all) < all) return false;
  }
  return true;
}

std::int64_t worst_cut(const SynthesisNetwork& network, NodeId targets,
                       const std::vector<std::int64_t>& words, std::int64_t low,
                       const std::function<bool()>& stop) {
  if (stop() || carried(network, targets, words, low)) return low;
  std::int64_t high = 2 * low + 1;
  while (!stop() && !carried(network, targets, words, high)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high && !stop()) {
    const std::int64_t middle = low + (high - low) / 2;
    (carried(network, targets, words, middle) ? high : low) = middle;
  }
  return low + 1;
}

/// A tree that grows, for some words of one root.
struct Tree {
  NodeId root;
  std::int64_t words;
  std::vector<std::size_t> links{};
  std::vector<std::int64_t> depth;  ///< by node; -1: not reached yet

  [[nodiscard]] bool has(NodeId v) const { return depth[v] >= 0; }
  [[nodiscard]] bool complete() const { return links.size() + 1 == depth.size(); }
};

/// Grows one tree after the other, link by link: each takes as many words over a link as leave room
/// for all trees that are still to be grown; the others go another way.
class Packing {
 public:
  Packing(const SynthesisNetwork& network, const std::vector<std::int64_t>& words,
          std::int64_t cycles)
      : network_{network} {
    for (const SynthesisLink& link : network.links) room_.push_back(cycles * link.bandwidth);
    for (NodeId root = 0; root < network.nodes; ++root) {
      if (words[root] == 0) continue;
      trees_.push_back({root, words[root], {}, std::vector<std::int64_t>(network.nodes, -1)});
      trees_.back().depth[root] = 0;
    }
  }

  /// Nothing when `stop` says that it is time to end.
  std::optional<std::vector<Tree>> run(const std::function<bool()>& stop) {
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      while (!trees_[i].complete()) {
        if (stop() || !grow(i)) return std::nullopt;
      }
    }
    return std::move(trees_);
  }

 private:
  bool grow(std::size_t i) {
    std::vector<std::size_t> candidates;  // near the root first
    for (std::size_t l = 0; l < room_.size(); ++l) {
      const SynthesisLink& link = network_.links[l];
      if (room_[l] > 0 && trees_[i].has(link.from) && !trees_[i].has(link.to)) {
        candidates.push_back(l);
      }
    }
    std::ranges::stable_sort(candidates, [&](std::size_t a, std::size_t b) {
      const auto rank = [&](std::size_t l) {
        return std::pair{trees_[i].depth[network_.links[l].from], -room_[l]};
      };
      return rank(a) < rank(b);
    });
    for (const std::size_t l : candidates) {
      const std::int64_t words = most_over(l, i);
      if (words == 0) continue;
      if (words < trees_[i].words) {
        Tree rest = trees_[i];
        rest.words -= words;
        trees_.push_back(std::move(rest));
      }
      Tree& tree = trees_[i];
      const SynthesisLink& link = network_.links[l];
      tree.words = words;
      tree.links.push_back(l);
      tree.depth[link.to] = tree.depth[link.from] + 1;
      room_[l] -= words;
      return true;
    }
    return false;
  }

  /// Words of tree `i` that may go over a link: into no set of nodes do all links then carry less
  /// than the words of the trees that have none of its nodes yet.
  [[nodiscard]] std::int64_t most_over(std::size_t l, std::size_t i) const {
    const SynthesisLink& over = network_.links[l];
    const std::int64_t wanted = std::min(room_[l], trees_[i].words);
    MaxFlow flow{network_.nodes + trees_.size() - i};
    std::int64_t others = 0;
    for (std::size_t j = i + 1; j < trees_.size(); ++j) {
      const std::size_t place = network_.nodes + j - i - 1;
      others += trees_[j].words;
      flow.add(over.from, place, trees_[j].words);
      for (NodeId v = 0; v < network_.nodes; ++v) {
        if (trees_[j].has(v)) flow.add(place, v, MaxFlow::kPlenty);
      }
    }
    for (std::size_t k = 0; k < room_.size(); ++k) {
      flow.add(network_.links[k].from, network_.links[k].to, room_[k]);
    }
    return flow.raise(over.from, over.to, others + wanted) - others;
  }

  const SynthesisNetwork& network_;
  std::vector<std::int64_t> room_;  ///< by link: words that it can still carry
  std::vector<Tree> trees_;         ///< those before the one that grows are complete
};

}  // namespace

bool suits_forest(const SynthesisProblem& problem) {
  const SynthesisNetwork& network = problem.network;
  return network.rule == PortRule::kAllFull && !network.switched && !problem.steps &&
         network.nodes > 1 && !problem.tokens.empty() &&
         std::ranges::all_of(problem.tokens, [&](const Token& token) {
           return token.targets.size() + 1 == problem.request.nodes;
         });
}

std::int64_t worst_cut(const SynthesisProblem& problem, std::int64_t scale, std::int64_t low,
                       const std::function<bool()>& stop) {
  std::vector<std::int64_t> words = words_at(problem);
  for (std::int64_t& some : words) some *= scale;
  return worst_cut(problem.network, problem.request.nodes, words, low, stop);
}

std::optional<Forest> forest_of(const SynthesisProblem& problem,
                                const std::function<bool()>& stop) {
  SynthesisNetwork network = problem.network;
  for (SynthesisLink& link : network.links) link.startup = 0;
  const std::vector<std::int64_t> words = words_at(problem);
  const std::int64_t cycles = worst_cut(network, network.nodes, words, 0, stop);
  auto trees = Packing{network, words, cycles}.run(stop);
  if (!trees) return std::nullopt;
  Forest forest;
  std::vector<std::vector<std::uint32_t>> of_root(network.nodes);
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    of_root[problem.tokens[c].source].push_back(c);
  }
  forest.tree_of.resize(problem.tokens.size());
  for (const Tree& tree : *trees) {
    const auto number = static_cast<std::uint32_t>(forest.below.size());
    auto& tokens = of_root[tree.root];
    for (std::int64_t i = 0; i < tree.words; ++i) {
      forest.tree_of[tokens.back()] = number;
      tokens.pop_back();
    }
    auto& below = forest.below.emplace_back(network.links.size(), 0);
    std::vector<std::int64_t> height(network.nodes, 0);
    for (auto l = tree.links.rbegin(); l != tree.links.rend(); ++l) {  // leaves first
      const SynthesisLink& link = network.links[*l];
      below[*l] = height[link.to] + 1;
      height[link.from] = std::max(height[link.from], below[*l]);
    }
  }
  return forest;
}

}  // namespace plexus
