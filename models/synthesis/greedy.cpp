#include "models/synthesis/greedy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

namespace plexus {

namespace {

using Table = std::vector<std::vector<std::int64_t>>;

/// Words of one block that stay together.
using Bundle = std::vector<std::uint32_t>;

/// All words, at most `most` in a bundle, each along one tree.
std::vector<Bundle> bundles_of(const SynthesisProblem& problem, std::int64_t most,
                               const Forest* forest) {
  using Block = std::tuple<NodeId, std::vector<NodeId>, std::uint32_t>;
  std::vector<Bundle> bundles;
  std::map<Block, std::size_t> open;  // the last of a block
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    const Token& token = problem.tokens[c];
    const std::uint32_t tree = forest == nullptr ? 0 : forest->tree_of[c];
    const auto [last, added] =
        open.try_emplace(Block{token.source, token.targets, tree}, bundles.size());
    if (added || static_cast<std::int64_t>(bundles[last->second].size()) == most) {
      last->second = bundles.size();
      bundles.emplace_back();
    }
    bundles[last->second].push_back(c);
  }
  return bundles;
}

/// In place of a size of packets: each has a third, half or all of what waits for its link, so that
/// they grow with what a node has.
constexpr std::array<std::int64_t, 3> kShares{-3, -2, -1};

/// One try: the packets have at most `most` bundles, or a share of those that wait, and ties are
/// decided by `seed`. Where words stay alone and links start at once, a packet is what a link
/// carries in a cycle.
class Try {
 public:
  Try(const SynthesisProblem& problem, const std::vector<Bundle>& bundles, const Table& far,
      const Forest* forest, std::int64_t most, unsigned seed)
      : problem_{problem},
        network_{problem.network},
        bundles_{bundles},
        far_{far},
        forest_{forest},
        most_{most},
        random_{seed},
        at_(bundles.size()),
        coming_(bundles.size()),
        wanted_(bundles.size()),
        idle_from_(network_.links.size(), 0),
        alone_{bundles.size() == problem.tokens.size()},
        single_{problem.single()} {
    useful_.resize(network_.links.size());
    for (std::uint32_t c = 0; c < bundles.size(); ++c) {
      const Token& token = first_of(c);
      at_[c].assign(network_.nodes, 0);
      coming_[c].assign(network_.nodes, 0);
      wanted_[c].assign(network_.nodes, 0);
      for (const NodeId target : token.targets) wanted_[c][target] = 1;
      left_ += token.targets.size();
      holders_.push_back(1);
      come(c, token.source);
      coming_[c][token.source] = 1;
    }
  }

  /// Nothing if it takes more than `limit` cycles, or if `stop` says that it is time to end.
  std::optional<TransferTimetable> run(std::int64_t limit, const std::function<bool()>& stop) {
    std::vector<std::size_t> order(network_.links.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::multimap<std::int64_t, TimedTransfer> ends;
    std::int64_t now = 0;
    TransferTimetable all;
    while (left_ > 0) {
      if (now > limit || stop()) return std::nullopt;
      std::ranges::shuffle(order, random_);
      working_.clear();
      for (const auto& [end, transfer] : ends) working_.push_back(transfer.link);
      for (const std::size_t l : order) {
        if (idle_from_[l] > now || excluded(l)) continue;
        TimedTransfer transfer{l, now, choose(l)};
        if (transfer.tokens.empty()) continue;
        std::int64_t words = 0;
        for (const std::uint32_t c : transfer.tokens) words += std::ssize(bundles_[c]);
        const std::int64_t end = now + network_.links[l].hop(words);
        idle_from_[l] = end;
        working_.push_back(l);
        ends.emplace(end, transfer);
        all.push_back(std::move(transfer));
      }
      if (ends.empty()) return std::nullopt;
      now = ends.begin()->first;
      while (!ends.empty() && ends.begin()->first == now) {
        const TimedTransfer& done = ends.begin()->second;
        const NodeId to = network_.links[done.link].to;
        for (const std::uint32_t token : done.tokens) come(token, to);
        ends.erase(ends.begin());
      }
    }
    for (TimedTransfer& transfer : all) {
      for (const std::uint32_t c : std::exchange(transfer.tokens, {})) {
        transfer.tokens.insert(transfer.tokens.end(), bundles_[c].begin(), bundles_[c].end());
      }
    }
    if (network_.switched && network_.starts_at_once()) return in_passes(all);
    return all;
  }

 private:
  /// The same words in packets of one cycle: all that go through a switch begin and end together.
  [[nodiscard]] TransferTimetable in_passes(const TransferTimetable& all) const {
    TransferTimetable passes;
    for (const TimedTransfer& one : all) {
      const auto each = static_cast<std::size_t>(network_.links[one.link].bandwidth);
      std::int64_t start = one.start;
      for (std::size_t i = 0; i < one.tokens.size(); i += each, ++start) {
        const auto begin = one.tokens.begin() + static_cast<std::ptrdiff_t>(i);
        const auto room = static_cast<std::ptrdiff_t>(std::min(each, one.tokens.size() - i));
        passes.push_back({one.link, start, {begin, begin + room}});
      }
    }
    return passes;
  }

  [[nodiscard]] const Token& first_of(std::uint32_t bundle) const {
    return problem_.tokens[bundles_[bundle].front()];
  }

  void come(std::uint32_t token, NodeId node) {
    at_[token][node] = 1;
    if (wanted_[token][node] != 0) {
      wanted_[token][node] = 0;
      --left_;
    }
    for (const std::size_t l : network_.out[node]) {
      if (helps(token, l)) useful_[l].push_back(token);
    }
  }

  /// What is left of the way that begins with a link, along the tree of a bundle; 0: not its way.
  [[nodiscard]] std::int64_t below(std::uint32_t token, std::size_t l) const {
    return forest_->below[forest_->tree_of[bundles_[token].front()]][l];
  }

  [[nodiscard]] bool helps(std::uint32_t token, std::size_t l) const {
    const SynthesisLink& link = network_.links[l];
    if (coming_[token][link.to] != 0) return false;
    if (forest_ != nullptr) return below(token, l) > 0;
    if (!single_) {
      if (wanted_[token][link.to] != 0) return true;
      return std::ranges::any_of(first_of(token).targets, [&](NodeId target) {
        return wanted_[token][target] != 0 && far_[link.to][target] < far_[link.from][target];
      });
    }
    const NodeId target = first_of(token).targets.front();
    return far_[link.to][target] < far_[link.from][target];
  }

  [[nodiscard]] bool excluded(std::size_t l) const {
    if (network_.rule == PortRule::kAllFull) return false;
    const SynthesisLink& link = network_.links[l];
    return std::ranges::any_of(working_, [&](std::size_t other) {
      const SynthesisLink& busy = network_.links[other];
      const bool meet = busy.from == link.from || busy.from == link.to || busy.to == link.from ||
                        busy.to == link.to;
      return meet && network_.exclude(link, busy);
    });
  }

  std::vector<std::uint32_t> choose(std::size_t l) {
    const SynthesisLink& link = network_.links[l];
    auto& list = useful_[l];
    std::erase_if(list, [&](std::uint32_t token) {
      return coming_[token][link.to] != 0 || (single_ && at_[token][link.from] == 0);
    });
    // What is rarest, or has farthest to go, and lies for longest.
    using Rank = std::tuple<std::int64_t, std::uint32_t, std::uint32_t>;
    std::vector<Rank> ranks;
    for (const std::uint32_t token : list) {
      const std::int64_t first = forest_ != nullptr ? -below(token, l)
                                 : single_ ? -far_[link.from][first_of(token).targets.front()]
                                           : holders_[token];
      ranks.emplace_back(first, static_cast<std::uint32_t>(random_()), token);
    }
    std::int64_t room = most_ < 0 ? std::max<std::int64_t>(1, std::ssize(ranks) / -most_) : most_;
    if (link.startup == 0 && alone_) room = link.bandwidth;
    const auto count = static_cast<std::ptrdiff_t>(
        std::min<std::size_t>(ranks.size(), static_cast<std::size_t>(room)));
    std::ranges::partial_sort(ranks, ranks.begin() + count);
    std::vector<std::uint32_t> tokens;
    for (auto rank = ranks.begin(); rank != ranks.begin() + count; ++rank) {
      const std::uint32_t token = std::get<2>(*rank);
      tokens.push_back(token);
      coming_[token][link.to] = 1;
      ++holders_[token];
      if (single_) at_[token][link.from] = 0;  // it goes on: no copy stays
    }
    std::ranges::sort(tokens);
    return tokens;
  }

  const SynthesisProblem& problem_;
  const SynthesisNetwork& network_;
  const std::vector<Bundle>& bundles_;
  const Table& far_;
  const Forest* forest_;  ///< nullptr: any way
  std::int64_t most_;
  std::mt19937 random_;
  std::vector<std::vector<char>> at_;      ///< by bundle and node
  std::vector<std::vector<char>> coming_;  ///< it is there, or on its way
  std::vector<std::vector<char>> wanted_;
  std::vector<std::int64_t> idle_from_;
  std::vector<std::vector<std::uint32_t>> useful_;  ///< by link: what may be sent
  std::vector<std::int64_t> holders_;
  std::vector<std::size_t> working_;
  std::size_t left_ = 0;
  bool alone_;
  bool single_;
};

}  // namespace

std::optional<TransferTimetable> greedy_schedule(const SynthesisProblem& problem,
                                                 std::int64_t bound, GreedyTries tries,
                                                 const std::function<bool()>& stop,
                                                 const Forest* forest) {
  constexpr double kWork = 4e7;     // of all tries
  constexpr double kLargest = 3e8;  // of one
  const Table far = problem.network.distances();
  const auto links = static_cast<double>(problem.network.links.size());
  // Of long messages some words stay together, as few as leave it quick: each is sent, and compared
  // with others that wait, on links that begin with a packet `bound / words` times.
  std::int64_t words = 1;
  std::vector<Bundle> bundles = bundles_of(problem, words, forest);
  const auto work = [&] {
    return links * static_cast<double>(std::ssize(bundles)) *
               static_cast<double>(bound / words + 1) / 4 +
           1e3;
  };
  while (work() > kLargest && words < problem.request.words.count()) {
    words *= 2;
    bundles = bundles_of(problem, words, forest);
  }
  const std::int64_t count = std::ssize(bundles);
  std::vector<std::int64_t> sizes;
  if (words == 1) sizes.push_back(std::max<std::int64_t>(1, count));
  if (words > 1 || !problem.network.starts_at_once()) {
    for (std::int64_t size = 1; size < count; size *= 2) sizes.push_back(size);
    // Whole blocks first, or packets neither long nor many of the one block there is.
    const std::int64_t block = problem.request.words.count();
    sizes.push_back((block + words - 1) / words);
    const bool one = bundles_of(problem, block, nullptr).size() == 1;
    const double good = std::pow(static_cast<double>(block), one ? 0.5 : 1);
    std::ranges::stable_sort(sizes, {}, [&](std::int64_t size) {
      return std::abs(std::log(static_cast<double>(size * words) / good));
    });
    sizes.insert(one ? sizes.end() : sizes.begin(), kShares.begin(), kShares.end());
  }
  const double one = work();
  const auto seeds =
      static_cast<unsigned>(std::clamp(kWork / one / static_cast<double>(sizes.size()), 1.0, 60.0));
  std::optional<TransferTimetable> best;
  std::int64_t least = SynthesisNetwork::kFar;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    for (const std::int64_t size : sizes) {
      if (stop() || (best && (least <= bound || tries == GreedyTries::kOne))) return best;
      const auto found = Try{problem, bundles, far, forest, size, seed}.run(least, stop);
      if (!found) continue;
      TransferTimetable tidied = tidy(problem, *found);
      const std::int64_t cycles = cycles_of(problem.network, tidied);
      if (cycles >= least) continue;
      least = cycles;
      best = std::move(tidied);
    }
  }
  return best;
}

std::optional<TransferTimetable> greedy_steps(const SynthesisProblem& problem,
                                              const std::function<bool()>& stop) {
  SynthesisProblem even = problem;  // a step takes the place of a cycle
  even.steps.reset();
  for (SynthesisLink& link : even.network.links) link.startup = 0;
  std::optional<TransferTimetable> best;
  std::int64_t least = SynthesisNetwork::kFar;
  std::int64_t low = 1;  // words that a link carries in a step
  for (std::int64_t high = std::ssize(problem.tokens); low <= high && !stop();) {
    const std::int64_t words = low + (high - low) / 2;
    for (SynthesisLink& link : even.network.links) link.bandwidth = words;
    auto found = greedy_schedule(even, *problem.steps, GreedyTries::kOne, stop);
    if (!found || cycles_of(even.network, *found) > *problem.steps) {
      low = words + 1;
      continue;
    }
    high = words - 1;
    TransferTimetable timetable = in_lock_steps(problem.network, std::move(*found));
    const std::int64_t cycles = cycles_of(problem.network, timetable);
    if (cycles >= least) continue;
    least = cycles;
    best = std::move(timetable);
  }
  return best;
}

TransferTimetable one_behind_the_other(const SynthesisProblem& problem,
                                       const std::vector<TransferTimetable>& parts,
                                       const std::vector<SynthesisProblem>& problems) {
  std::map<std::tuple<NodeId, std::vector<NodeId>, std::uint64_t>, std::uint32_t> number;
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    const Token& token = problem.tokens[c];
    number[{token.source, token.targets, token.word}] = c;
  }
  TransferTimetable all;
  std::int64_t begin = 0;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const TimedTransfer& one : parts[i]) {
      TimedTransfer later{one.link, one.start + begin, {}};
      for (const std::uint32_t c : one.tokens) {
        const Token& token = problems[i].tokens[c];
        later.tokens.push_back(number.at({token.source, token.targets, token.word + word}));
      }
      all.push_back(std::move(later));
    }
    begin += cycles_of(problems[i].network, parts[i]);
    word += static_cast<std::uint64_t>(problems[i].request.words.count());
  }
  return tidy(problem, all);
}

}  // namespace plexus
