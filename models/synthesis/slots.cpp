#include "models/synthesis/slots.hpp"

#include <algorithm>
#include <bitset>
#include <exception>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

bool has(const std::vector<NodeId>& nodes, NodeId v) {
  return std::ranges::find(nodes, v) != nodes.end();
}

std::int64_t ratio_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Words that a node can send to others, or hear, in a slot.
std::int64_t words_of_node(const SlotNetwork& network, NodeId v, bool in) {
  if (in ? network.one_ear : network.one_word) return 1;
  const auto media = std::ranges::count_if(
      network.media, [&](const SlotMedium& one) { return has(in ? one.to : one.from, v); });
  return network.ports == 0 ? media : std::min<std::int64_t>(media, network.ports);
}

/// Nodes that can have a word from one that holds it, one slot later, at most.
std::int64_t reach_of_node(const SlotNetwork& network, NodeId v) {
  std::int64_t reach = 0;
  for (const SlotMedium& one : network.media) {
    if (has(one.from, v)) reach += static_cast<std::int64_t>(one.to.size());
  }
  return network.ports == 0 ? reach : std::min(reach, network.ports);
}

/// What has to cross into, or out of, the nodes of a set, over the media that do.
std::int64_t slots_across(const SlotProblem& problem, const std::vector<NodeId>& set) {
  std::int64_t come = 0;
  std::int64_t gone = 0;
  for (const Token& token : problem.tokens) {
    const bool inside = has(set, token.source);
    const bool crosses = std::ranges::any_of(
        token.targets, [&](NodeId target) { return has(set, target) != inside; });
    if (crosses) ++(inside ? gone : come);
  }
  std::int64_t in = 0;
  std::int64_t out = 0;
  for (const SlotMedium& one : problem.network.media) {
    const auto some = [&](const std::vector<NodeId>& nodes, bool inside) {
      return std::ranges::any_of(nodes, [&](NodeId v) { return has(set, v) == inside; });
    };
    if (some(one.from, false) && some(one.to, true)) ++in;
    if (some(one.from, true) && some(one.to, false)) ++out;
  }
  return std::max(come == 0 ? 0 : ratio_up(come, in), gone == 0 ? 0 : ratio_up(gone, out));
}

}  // namespace

std::int64_t slots_bound(const SlotProblem& problem) {
  const SlotNetwork& network = problem.network;
  if (problem.tokens.empty()) return 0;
  std::int64_t bound = ratio_up(static_cast<std::int64_t>(problem.tokens.size()),
                                static_cast<std::int64_t>(network.media.size()));
  std::vector<std::int64_t> come(network.nodes, 0);
  std::vector<std::int64_t> gone(network.nodes, 0);
  std::int64_t targets = 0;
  for (const Token& token : problem.tokens) {
    ++gone[token.source];
    for (const NodeId target : token.targets) ++come[target];
    targets = std::max(targets, static_cast<std::int64_t>(token.targets.size()));
  }
  std::int64_t reach = 1;
  for (NodeId v = 0; v < network.nodes; ++v) {
    if (come[v] > 0) bound = std::max(bound, ratio_up(come[v], words_of_node(network, v, true)));
    if (gone[v] > 0) bound = std::max(bound, ratio_up(gone[v], words_of_node(network, v, false)));
    reach = std::max(reach, reach_of_node(network, v));
  }
  std::int64_t slots = 0;  // of the word that has most targets
  for (std::int64_t holders = 1; holders < 1 + targets; holders *= 1 + reach) ++slots;
  bound = std::max(bound, slots);
  std::set<std::vector<NodeId>> sets;
  for (const SlotMedium& one : network.media) {
    sets.insert(one.from);
    sets.insert(one.to);
  }
  for (const auto& set : sets) bound = std::max(bound, slots_across(problem, set));
  return bound;
}

namespace {

/// What goes on in one slot, and whether one more word can.
class SlotUse {
 public:
  explicit SlotUse(const SlotNetwork& network)
      : network_{&network},
        busy_(network.media.size(), false),
        said_(network.nodes),
        ears_(network.nodes, 0),
        links_(network.nodes, 0) {}

  [[nodiscard]] bool can_send(std::size_t medium, NodeId from, std::uint32_t token) const {
    const bool other_word = network_->one_word && said_[from] && *said_[from] != token;
    if (busy_[medium] || other_word) return false;
    if (network_->ports == 0 || busy_[medium ^ 1U]) return true;
    const NodeId to = network_->media[medium].to.front();
    return links_[from] < network_->ports && links_[to] < network_->ports;
  }
  [[nodiscard]] bool can_hear(NodeId v) const { return !network_->one_ear || ears_[v] == 0; }
  [[nodiscard]] std::optional<std::uint32_t> said(NodeId v) const { return said_[v]; }
  void add(const SlotSend& send) {
    if (network_->ports > 0 && !busy_[send.medium ^ 1U]) {
      ++links_[send.from];
      ++links_[network_->media[send.medium].to.front()];
    }
    busy_[send.medium] = true;
    said_[send.from] = send.token;
    for (const NodeId v : send.to) ++ears_[v];
  }

 private:
  const SlotNetwork* network_;
  std::vector<bool> busy_;
  std::vector<std::optional<std::uint32_t>> said_;
  std::vector<int> ears_;
  std::vector<std::int64_t> links_;
};

using Held = std::vector<std::vector<bool>>;  // by token and node

Held held_at_first(const SlotProblem& problem) {
  Held held(problem.tokens.size(), std::vector<bool>(problem.network.nodes, false));
  for (std::size_t c = 0; c < held.size(); ++c) held[c][problem.tokens[c].source] = true;
  return held;
}

}  // namespace

std::optional<std::string> flaw_of(const SlotProblem& problem, const SlotTimetable& sends) {
  Held held = held_at_first(problem);
  Held next = held;  // and what comes in this slot
  std::map<std::int64_t, std::vector<const SlotSend*>> slots;
  for (const SlotSend& send : sends) slots[send.slot].push_back(&send);
  for (const auto& [slot, now] : slots) {
    SlotUse use{problem.network};
    for (const SlotSend* send : now) {
      const SlotMedium& medium = problem.network.media[send->medium];
      const bool right = has(medium.from, send->from) && held[send->token][send->from] &&
                         use.can_send(send->medium, send->from, send->token) &&
                         std::ranges::all_of(send->to, [&](NodeId v) {
                           return has(medium.to, v) && use.can_hear(v) && !next[send->token][v];
                         });
      if (!right) {
        return fmt::format("node {} cannot send token {} on medium {} in slot {}", send->from,
                           send->token, send->medium, slot);
      }
      use.add(*send);
      for (const NodeId v : send->to) next[send->token][v] = true;
    }
    for (const SlotSend* send : now) {
      for (const NodeId v : send->to) held[send->token][v] = true;
    }
  }
  for (std::size_t c = 0; c < held.size(); ++c) {
    for (const NodeId target : problem.tokens[c].targets) {
      if (!held[c][target]) return fmt::format("token {} does not come to node {}", c, target);
    }
  }
  return std::nullopt;
}

namespace {

constexpr NodeId kMostNodes = 256;  // as many as schedules are searched for on
using NodeBits = std::bitset<kMostNodes>;

NodeBits bits_of(const std::vector<NodeId>& nodes) {
  NodeBits bits;
  for (const NodeId v : nodes) bits.set(v);
  return bits;
}

/// A schedule made slot by slot: each medium in turn takes the word that most of those that hear it
/// need, of all that its senders have, or of some where they have very many. Ties are decided by a
/// seed.
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

  /// Nothing if it takes more than `limit` slots, or if `stop` says that it is time to end.
  std::optional<SlotTimetable> run(std::int64_t limit, const std::function<bool()>& stop) {
    std::vector<std::size_t> order(network_.media.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    SlotTimetable all;
    for (std::int64_t slot = 0; left_ > 0; ++slot) {
      if (slot >= limit || stop()) return std::nullopt;
      std::ranges::shuffle(order, random_);
      SlotUse use{network_};
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

  SlotSend choose(std::int64_t slot, std::size_t m, const SlotUse& use) {
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
  void look(std::size_t m, std::size_t sender, const SlotUse& use, Choice& choice) {
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

/// Values by cycle, medium, token and place at the medium, with no room for what cannot be.
class MediumTable {
 public:
  MediumTable(std::int64_t slots, std::size_t tokens) : slots_{slots}, tokens_{tokens} {}
  /// The next medium, with so many places.
  void add(std::size_t places) {
    places_.push_back(places);
    first_.push_back(values_.size());
    values_.resize(values_.size() + static_cast<std::size_t>(slots_) * tokens_ * places, 0);
  }
  int& at(std::int64_t slot, std::size_t medium, std::uint32_t token, std::size_t place) {
    return values_[index(slot, medium, token, place)];
  }
  [[nodiscard]] int at(std::int64_t slot, std::size_t medium, std::uint32_t token,
                       std::size_t place) const {
    return values_[index(slot, medium, token, place)];
  }

 private:
  [[nodiscard]] std::size_t index(std::int64_t slot, std::size_t medium, std::uint32_t token,
                                  std::size_t place) const {
    return first_[medium] + (static_cast<std::size_t>(slot) * tokens_ + token) * places_[medium] +
           place;
  }
  std::int64_t slots_;
  std::size_t tokens_;
  std::vector<std::size_t> places_;
  std::vector<std::size_t> first_;
  std::vector<int> values_;
};

/// Told where it is time to end while clauses are made.
struct TimeToEnd : std::exception {};

/// The clauses that hold for the schedules of so many slots. A variable says that a node has a
/// word, that a medium carries it, who sends it, and who takes it.
class SlotEncoding {
 public:
  /// Throws TimeToEnd when `stop` says so, and TooManyClauses.
  SlotEncoding(const SlotProblem& problem, std::int64_t slots, const std::function<bool()>& stop)
      : problem_{problem},
        network_{problem.network},
        slots_{slots},
        have_(static_cast<std::size_t>(slots + 1) * problem.tokens.size() * network_.nodes, 0),
        sends_{slots, problem.tokens.size()},
        takes_{slots, problem.tokens.size()} {
    for (const SlotMedium& medium : network_.media) {
      sends_.add(medium.from.size());
      takes_.add(medium.to.size());
    }
    for (std::int64_t t = 0; t <= slots_; ++t) {
      for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
        for (NodeId v = 0; v < network_.nodes; ++v) {
          const bool target = has(problem_.tokens[c].targets, v);
          if (t == 0 || v == problem_.tokens[c].source || (t == slots_ && !target)) continue;
          have(t, c, v) = clauses_.variable();
          if (t == slots_) clauses_.add({have(t, c, v)});
        }
      }
    }
    for (std::int64_t t = 0; t < slots_; ++t) {
      if (stop()) throw TimeToEnd{};
      slot(t);
    }
  }

  [[nodiscard]] const Clauses& clauses() const { return clauses_; }

  /// The schedule that a solver has found, without what no target needs.
  [[nodiscard]] SlotTimetable timetable(const Solver& solver) const {
    SlotTimetable all;
    std::set<std::pair<std::uint32_t, NodeId>> needed;
    for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
      for (const NodeId target : problem_.tokens[c].targets) needed.emplace(c, target);
    }
    for (std::int64_t t = slots_ - 1; t >= 0; --t) {
      const auto is_set = [&](int variable) { return variable != 0 && solver.value(variable); };
      std::vector<std::pair<std::uint32_t, NodeId>> before;
      for (std::size_t m = network_.media.size(); m-- > 0;) {
        for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
          SlotSend send{t, m, 0, c, {}};
          const SlotMedium& medium = network_.media[m];
          for (std::size_t i = 0; i < medium.to.size(); ++i) {
            if (is_set(takes_.at(t, m, c, i)) && needed.erase({c, medium.to[i]}) > 0) {
              send.to.push_back(medium.to[i]);
            }
          }
          if (send.to.empty()) continue;
          std::size_t sender = 0;
          while (!is_set(sends_.at(t, m, c, sender))) ++sender;
          send.from = medium.from.at(sender);
          if (problem_.tokens[c].source != send.from) before.emplace_back(c, send.from);
          all.push_back(std::move(send));
        }
      }
      needed.insert(before.begin(), before.end());
    }
    std::ranges::reverse(all);
    return all;
  }

 private:
  /// The variable that says that a node has a word; 0 where it is known.
  int& have(std::int64_t t, std::uint32_t c, NodeId v) {
    return have_[(static_cast<std::size_t>(t) * problem_.tokens.size() + c) * network_.nodes + v];
  }

  void slot(std::int64_t t) {
    std::map<std::pair<NodeId, std::uint32_t>, std::vector<int>> came;  // ways to a node
    std::map<NodeId, std::vector<int>> ears;
    std::map<std::pair<NodeId, std::uint32_t>, int> says;
    std::map<std::size_t, int> links;
    for (std::size_t m = 0; m < network_.media.size(); ++m) {
      const SlotMedium& medium = network_.media[m];
      std::vector<int> carried;
      std::map<NodeId, int> hears;
      for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
        std::vector<int> from;
        for (std::size_t i = 0; i < medium.from.size(); ++i) {
          const NodeId u = medium.from[i];
          const bool own = problem_.tokens[c].source == u;
          const int held = have(t, c, u);
          if (!own && held == 0) continue;
          const int send = sends_.at(t, m, c, i) = clauses_.variable();
          if (!own) clauses_.add({-send, held});
          if (network_.one_word) {
            int& word = says[{u, c}];
            if (word == 0) word = clauses_.variable();
            clauses_.add({-send, word});
          }
          from.push_back(send);
        }
        if (from.empty()) continue;
        const int carry = clauses_.variable();
        carried.push_back(carry);
        from.push_back(-carry);
        clauses_.add(from);
        if (network_.ports > 0) {
          int& set = links[m / 2];
          if (set == 0) set = clauses_.variable();
          clauses_.add({-carry, set});
        }
        for (std::size_t i = 0; i < medium.to.size(); ++i) {
          const NodeId v = medium.to[i];
          if (have(t + 1, c, v) == 0) continue;
          const int take = takes_.at(t, m, c, i) = clauses_.variable();
          clauses_.add({-take, carry});
          if (const int held = have(t, c, v); held != 0) clauses_.add({-take, -held});
          if (network_.one_ear) {
            if (!hears.contains(v)) ears[v].push_back(hears[v] = clauses_.variable());
            clauses_.add({-take, hears[v]});
          }
          came[{v, c}].push_back(take);
        }
      }
      clauses_.at_most(carried, 1);
    }
    for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
      for (NodeId v = 0; v < network_.nodes; ++v) {
        const int later = have(t + 1, c, v);
        if (later == 0) continue;
        std::vector<int> ways = came[{v, c}];
        if (const int held = have(t, c, v); held != 0) {
          ways.push_back(held);
          clauses_.add({-held, later});
        }
        ways.push_back(-later);
        clauses_.add(ways);
      }
    }
    for (const auto& [v, media] : ears) clauses_.at_most(media, 1);
    for (NodeId v = 0; v < network_.nodes; ++v) {
      std::vector<int> words;
      std::vector<int> set;
      for (auto word = says.lower_bound({v, 0}); word != says.end() && word->first.first == v;
           ++word) {
        words.push_back(word->second);
      }
      clauses_.at_most(words, 1);
      for (const auto& [link, literal] : links) {
        const SlotMedium& way = network_.media[2 * link];
        if (way.from.front() == v || way.to.front() == v) set.push_back(literal);
      }
      if (network_.ports > 0) clauses_.at_most(set, network_.ports);
    }
  }

  const SlotProblem& problem_;
  const SlotNetwork& network_;
  std::int64_t slots_;
  Clauses clauses_;
  std::vector<int> have_;  ///< by slot, word and node
  MediumTable sends_;      ///< by place among those that drive a medium
  MediumTable takes_;      ///< by place among those that hear it
};

/// Variables that the clauses of so many slots have, about.
double size_of(const SlotProblem& problem, std::int64_t slots) {
  double ends = 0;
  for (const SlotMedium& one : problem.network.media) {
    ends += static_cast<double>(one.from.size() + one.to.size() + 1);
  }
  return ends * static_cast<double>(problem.tokens.size()) * static_cast<double>(slots);
}

}  // namespace

SlotSchedule schedule_slots(const SlotProblem& problem, const SearchLimits& limits) {
  constexpr unsigned kTries = 40;
  constexpr double kMostVariables = 2e6;
  constexpr int kConflicts = 1 << 30;
  const std::function<bool()> never = [] { return false; };
  SlotSchedule best;
  best.lower_bound = slots_bound(problem);
  best.slots = static_cast<std::int64_t>(problem.tokens.size() * problem.network.nodes) + 1;
  for (unsigned seed = 0; seed < kTries && best.slots > best.lower_bound; ++seed) {
    if (seed > 0 && limits.stop()) break;  // there is always one
    auto found = SlotTry{problem, seed}.run(best.slots - 1, seed > 0 ? limits.stop : never);
    if (!found) continue;
    best.sends = std::move(*found);
    std::ranges::sort(best.sends, {}, [](const SlotSend& one) {
      return std::pair{one.slot, one.medium};
    });
    best.slots = best.sends.empty() ? 0 : best.sends.back().slot + 1;
  }
  const std::int64_t counted = best.lower_bound;
  while (best.slots > best.lower_bound && !limits.stop()) {
    limits.tell(fmt::format("between {} and {} slots", best.lower_bound, best.slots));
    if (size_of(problem, best.lower_bound) > kMostVariables) break;
    std::optional<SlotEncoding> encoding;
    try {
      encoding.emplace(problem, best.lower_bound, limits.stop);
    } catch (const TooManyClauses&) {
      break;
    } catch (const TimeToEnd&) {
      break;
    }
    Solver solver{encoding->clauses()};
    const Answer answer = solver.solve(kConflicts, limits.stop);
    if (answer == Answer::kUnknown) break;
    if (answer == Answer::kYes) {
      best.sends = encoding->timetable(solver);
      best.slots = best.lower_bound;
    } else {
      confirm_refuted(encoding->clauses(), best.lower_bound, limits);
      ++best.lower_bound;
    }
  }
  if (best.slots <= best.lower_bound) {
    best.proof = best.lower_bound == counted ? Proof::kBound : Proof::kRefuted;
  }
  if (const auto flaw = flaw_of(problem, best.sends); flaw && !best.sends.empty()) {
    throw std::logic_error{*flaw};
  }
  return best;
}

std::string key_of(const SlotProblem& problem) {
  const SlotNetwork& network = problem.network;
  std::string key = fmt::format("plexus slots 1\nnodes {} {} {} {}\n", network.nodes,
                                network.one_word, network.one_ear, network.ports);
  for (const SlotMedium& one : network.media) {
    key += fmt::format("medium {} to {}\n", fmt::join(one.from, " "), fmt::join(one.to, " "));
  }
  for (const Token& token : problem.tokens) {
    key += fmt::format("token {} {} {}\n", token.source, token.word, fmt::join(token.targets, " "));
  }
  return key;
}

Json slots_json(const SlotSchedule& found) {
  Json sends = Json::array();
  for (const SlotSend& one : found.sends) {
    sends.push_back(Json::array({one.slot, one.medium, one.from, one.token, one.to}));
  }
  return {{"slots", found.slots}, {"proof", to_string(found.proof)}, {"sends", std::move(sends)}};
}

std::optional<SlotSchedule> slots_from(const Json& kept, const SlotProblem& problem) {
  if (kept.is_null()) return std::nullopt;
  SlotSchedule found;
  found.slots = found.lower_bound = kept.at("slots").get<std::int64_t>();
  found.proof = proof_named(kept.at("proof"));
  for (const Json& one : kept.at("sends")) {
    found.sends.push_back({one.at(0).get<std::int64_t>(), one.at(1).get<std::size_t>(),
                           one.at(2).get<NodeId>(), one.at(3).get<std::uint32_t>(),
                           one.at(4).get<std::vector<NodeId>>()});
    if (found.sends.back().medium >= problem.network.media.size() ||
        found.sends.back().token >= problem.tokens.size()) {
      return std::nullopt;
    }
  }
  if (flaw_of(problem, found.sends)) return std::nullopt;
  return found;
}

}  // namespace plexus
