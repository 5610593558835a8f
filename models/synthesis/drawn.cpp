#include "models/synthesis/drawn.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace plexus {

namespace {

constexpr std::uint32_t kRanks = 1500;     // that can be drawn
constexpr std::int64_t kOfDistance = 300;  // of rank, for each link that a word has to go
constexpr double kLargest = 4e5;           // tokens times links on their ways

}  // namespace

bool DrawnSchedules::suit(const SynthesisProblem& problem) {
  if (problem.steps || problem.tokens.empty() || !problem.single()) return false;
  if (!problem.network.starts_at_once()) return false;
  return static_cast<double>(problem.tokens.size()) * problem.network.nodes < kLargest;
}

DrawnSchedules::DrawnSchedules(const SynthesisProblem& problem)
    : problem_{problem},
      network_{problem.network},
      hops_{network_.hops()},
      ways_(network_.nodes, std::vector<std::vector<std::size_t>>(network_.nodes)),
      excluded_(network_.links.size()) {
  for (NodeId v = 0; v < network_.nodes; ++v) {
    for (NodeId target = 0; target < network_.nodes; ++target) {
      std::ranges::copy_if(
          network_.out[v], std::back_inserter(ways_[v][target]),
          [&](std::size_t l) { return hops_[network_.links[l].to][target] < hops_[v][target]; });
    }
  }
  for (std::size_t a = 0; a < network_.links.size(); ++a) {
    const SynthesisLink& one = network_.links[a];
    for (const NodeId end : {one.from, one.to}) {
      for (const auto* some : {&network_.out[end], &network_.in[end]}) {
        std::ranges::copy_if(*some, std::back_inserter(excluded_[a]), [&](std::size_t b) {
          return b != a && network_.exclude(one, network_.links[b]);
        });
      }
    }
  }
  for (const Token& token : problem_.tokens) {
    auto& of = tickets_.emplace_back();
    for (std::int64_t i = 0; i < hops_[token.source][token.targets.front()]; ++i) {
      of.push_back(drawn());
    }
  }
}

DrawnSchedules::Ticket DrawnSchedules::drawn() {
  const auto rank = static_cast<std::int64_t>(random_() % kRanks);
  return {rank, static_cast<std::uint32_t>(random_())};
}

/// A link that is free for a word: of those that are, the first from the one that it has drawn.
std::optional<std::size_t> DrawnSchedules::link_for(NodeId at, NodeId target,
                                                    const Ticket& ticket) {
  const auto& ways = ways_[at][target];
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::size_t l = ways[(ticket.turn + i) % ways.size()];
    if (words_[l] < network_.links[l].bandwidth && shut_in_[l] != now_) return l;
  }
  return std::nullopt;
}

/// In each cycle words take links one after the other: who has far to go, and a low rank, first.
/// Returns what is wrong with it: the words that go in cycles after the goal.
double DrawnSchedules::play(std::int64_t goal) {
  constexpr double kLater = 0.2;                           // each cycle counts so much more
  using Waiting = std::pair<std::int64_t, std::uint32_t>;  // rank, and token
  std::vector<NodeId> at;
  std::vector<std::size_t> gone(problem_.tokens.size(), 0);
  std::vector<Waiting> waiting;
  const auto rank = [&](std::uint32_t c) {
    const std::int64_t left = hops_[at[c]][problem_.tokens[c].targets.front()];
    return tickets_[c][gone[c]].rank - kOfDistance * left;
  };
  for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
    at.push_back(problem_.tokens[c].source);
    waiting.emplace_back(rank(c), c);
  }
  std::ranges::sort(waiting);
  sends_.clear();
  sent_.clear();
  shut_in_.assign(network_.links.size(), -1);
  double wrong = 0;
  std::vector<Waiting> still;
  std::vector<Waiting> moved;
  for (now_ = 0; !waiting.empty(); ++now_) {
    words_.assign(network_.links.size(), 0);
    still.clear();
    moved.clear();
    for (const Waiting& next : waiting) {
      const std::uint32_t c = next.second;
      const NodeId target = problem_.tokens[c].targets.front();
      const auto l = link_for(at[c], target, tickets_[c][gone[c]]);
      if (!l) {
        still.push_back(next);
        continue;
      }
      if (words_[*l]++ == 0) {
        for (const std::size_t other : excluded_[*l]) shut_in_[other] = now_;
      }
      sends_.emplace_back(*l, now_);
      sent_.push_back(c);
      if (now_ >= goal) wrong += 1 + kLater * static_cast<double>(now_ - goal);
      at[c] = network_.links[*l].to;
      ++gone[c];
      if (at[c] != target) moved.emplace_back(rank(c), c);
    }
    std::ranges::sort(moved);
    waiting.resize(still.size() + moved.size());
    std::ranges::merge(still, moved, waiting.begin());
  }
  return wrong;
}

/// Keeps the schedule that was played last if it is the best one.
void DrawnSchedules::keep() {
  if (now_ >= best_cycles_) return;
  best_cycles_ = now_;
  std::map<std::pair<std::int64_t, std::size_t>, std::vector<std::uint32_t>> packets;
  for (std::size_t i = 0; i < sends_.size(); ++i) {
    packets[{sends_[i].second, sends_[i].first}].push_back(sent_[i]);
  }
  best_.clear();
  for (auto& [when, tokens] : packets)
    best_.push_back({when.second, when.first, std::move(tokens)});
  best_ = tidy(problem_, best_);
}

void DrawnSchedules::draw(std::int64_t goal, int rounds, const std::function<bool()>& stop) {
  constexpr double kWork = 3e7;              // of a round: words that go over links
  constexpr double kMost = 1.5e5;            // draws of a round
  constexpr std::uint64_t kPeriod = 50'000;  // draws in which it cools down
  constexpr double kWarmest = 0.8;
  constexpr double kColdest = 0.05;
  constexpr std::uint32_t kOneIn = 3;  // changes places with another
  double wrong = play(goal);
  keep();
  const int each =
      static_cast<int>(std::clamp(kWork / static_cast<double>(sends_.size()), 1.0, kMost));
  for (int i = 0; i < rounds * each && best_cycles_ > goal && !stop(); ++i, ++draws_) {
    const double cooled = static_cast<double>(draws_ % kPeriod) / kPeriod;
    const double warm = std::max(kColdest, kWarmest * (1 - cooled));
    auto& of = tickets_[random_() % tickets_.size()];
    Ticket& one = of[random_() % of.size()];
    Ticket& other = tickets_[random_() % tickets_.size()].front();
    const std::pair before{one, other};
    if (random_() % kOneIn == 0) {
      std::swap(one, other);
    } else {
      one = drawn();
    }
    const double now = play(goal);
    const auto most = static_cast<double>(std::mt19937::max());
    const double chance = static_cast<double>(random_()) / most;
    if (now <= wrong || chance < std::exp((wrong - now) / warm)) {
      wrong = now;
      keep();
    } else {
      other = before.second;
      one = before.first;
    }
  }
}

}  // namespace plexus
