#include "models/synthesis/slot_greedy.hpp"

#include <algorithm>
#include <bitset>
#include <numeric>
#include <random>
#include <utility>

namespace plexus {

namespace {

constexpr NodeId kMostNodes = 256;  // as many as schedules are searched for on
using NodeBits = std::bitset<kMostNodes>;

NodeBits bits_of(const std::vector<NodeId>& nodes) {
  NodeBits bits;
  for (const NodeId v : nodes) bits.set(v);
  return bits;
}

/// One try.
class SlotTry {
 public:
  SlotTry(const SlotProblem& problem, unsigned seed)
      : network_{problem.network}, random_{seed}, places_(network_.nodes) {
    for (std::size_t m = 0; m < network_.media.size(); ++m) {
      const SlotMedium& medium = network_.media[m];
      for (std::size_t i = 0; i < medium.from.size(); ++i) {
        places_.at(medium.from[i]).emplace_back(m, i);
      }
      waiting_.emplace_back(medium.from.size());
      ears_.push_back(bits_of(medium.to));
    }
    for (const Token& token : problem.tokens) {
      wanted_.push_back(bits_of(token.targets));
      left_ += std::ssize(token.targets);
    }
    for (std::uint32_t c = 0; c < wanted_.size(); ++c) come(c, problem.tokens[c].source);
  }

  std::optional<SlotTimetable> run(std::int64_t limit, const std::function<bool()>& stop) {
    std::vector<std::size_t> order(network_.media.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    SlotTimetable all;
    for (std::int64_t slot = 0; left_ > 0; ++slot) {
      if (slot >= limit || stop()) return std::nullopt;
      std::ranges::shuffle(order, random_);
      SlotState use{network_};
      hearing_.set();
      const std::size_t before = all.size();
      for (const std::size_t m : order) {
        SlotSend best = choose(slot, m, use);
        if (best.to.empty()) continue;
        use.add(best);
        left_ -= std::ssize(best.to);
        for (const NodeId v : best.to) {
          wanted_[best.token].reset(v);
          if (network_.one_ear) hearing_.reset(v);
        }
        all.push_back(std::move(best));
      }
      if (all.size() == before) return std::nullopt;
      for (std::size_t i = before; i < all.size(); ++i) {
        for (const NodeId v : all[i].to) come(all[i].token, v);
      }
    }
    return all;
  }

 private:
  using Rank = std::pair<std::size_t, std::uint32_t>;  // nodes that need it; chance

  /// The best send of a medium so far, of so many looked at.
  struct Choice {
    Rank most{0, 0};
    NodeId from = 0;
    std::uint32_t token = 0;
    std::size_t looked = 0;
  };

  void come(std::uint32_t token, NodeId v) {
    for (const auto& [medium, sender] : places_[v]) {
      if ((wanted_[token] & ears_[medium]).any()) waiting_[medium][sender].push_back(token);
    }
  }

  SlotSend choose(std::int64_t slot, std::size_t m, const SlotState& use) {
    const auto& senders = network_.media[m].from;
    Choice choice;
    const std::size_t first = random_() % senders.size();
    for (std::size_t n = 0; n < senders.size() && choice.looked < kEnough; ++n) {
      const std::size_t sender = (first + n) % senders.size();
      const NodeId u = senders[sender];
      const auto said = use.said(u);
      if (network_.one_word && said) {
        if (use.can_send(m, u, *said)) rank(m, u, *said, choice);
      } else {
        look(m, sender, use, choice);
      }
    }
    SlotSend best{slot, m, choice.from, choice.token, {}};
    if (choice.most.first == 0) return best;
    const NodeBits need = wanted_[choice.token] & ears_[m] & hearing_;
    for (const NodeId v : network_.media[m].to) {
      if (need.test(v)) best.to.push_back(v);
    }
    return best;
  }

  /// Looks at what one sender has, from a random place on, and forgets what nobody needs any more.
  void look(std::size_t m, std::size_t sender, const SlotState& use, Choice& choice) {
    auto& list = waiting_[m][sender];
    if (list.empty()) return;
    std::size_t i = random_() % list.size();
    for (std::size_t n = list.size(); n > 0 && !list.empty() && choice.looked < kEnough; --n) {
      if (i >= list.size()) i = 0;
      const std::uint32_t token = list[i];
      if ((wanted_[token] & ears_[m]).none()) {
        list[i] = list.back();
        list.pop_back();
        continue;
      }
      const NodeId u = network_.media[m].from[sender];
      if (use.can_send(m, u, token)) rank(m, u, token, choice);
      ++i;
    }
  }

  void rank(std::size_t m, NodeId from, std::uint32_t token, Choice& choice) {
    const std::size_t need = (wanted_[token] & ears_[m] & hearing_).count();
    if (need == 0) return;
    ++choice.looked;
    if (need < choice.most.first) return;
    const Rank rank{need, static_cast<std::uint32_t>(random_())};
    if (rank > choice.most) choice = {rank, from, token, choice.looked};
  }

  static constexpr std::size_t kEnough = 1000;

  const SlotNetwork& network_;
  std::mt19937 random_;
  /// By node: the media that it can drive, with its place among those that do.
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> places_;
  /// By medium and sender: words that the sender has and somebody who hears the medium needs.
  std::vector<std::vector<std::vector<std::uint32_t>>> waiting_;
  std::vector<NodeBits> ears_;    ///< of each medium
  std::vector<NodeBits> wanted_;  ///< by token
  NodeBits hearing_;              ///< nodes that can hear one more medium in this slot
  std::int64_t left_ = 0;
};

}  // namespace

std::optional<SlotTimetable> greedy_slots(const SlotProblem& problem, unsigned seed,
                                          std::int64_t limit, const std::function<bool()>& stop) {
  return SlotTry{problem, seed}.run(limit, stop);
}

}  // namespace plexus
