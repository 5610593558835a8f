#include "models/synthesis/slots.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

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
  std::map<std::int64_t, std::vector<const SlotSend*>> slots;
  for (const SlotSend& send : sends) slots[send.slot].push_back(&send);
  for (const auto& [slot, now] : slots) {
    SlotUse use{problem.network};
    Held next = held;
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
    held = std::move(next);
  }
  for (std::size_t c = 0; c < held.size(); ++c) {
    for (const NodeId target : problem.tokens[c].targets) {
      if (!held[c][target]) return fmt::format("token {} does not come to node {}", c, target);
    }
  }
  return std::nullopt;
}

namespace {

/// A schedule made slot by slot: each medium in turn takes the word that most of those that hear it
/// need. Ties are decided by `seed`. Nothing if it takes more than `limit` slots.
std::optional<SlotTimetable> greedy_slots(const SlotProblem& problem, std::int64_t limit,
                                          unsigned seed) {
  const SlotNetwork& network = problem.network;
  std::mt19937 random{seed};
  Held held = held_at_first(problem);
  Held wanted(held.size(), std::vector<bool>(network.nodes, false));
  std::int64_t left = 0;
  for (std::size_t c = 0; c < held.size(); ++c) {
    for (const NodeId target : problem.tokens[c].targets) {
      wanted[c][target] = true;
      ++left;
    }
  }
  std::vector<std::size_t> order(network.media.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  SlotTimetable all;
  for (std::int64_t slot = 0; left > 0; ++slot) {
    if (slot >= limit) return std::nullopt;
    std::ranges::shuffle(order, random);
    SlotUse use{network};
    const std::size_t before = all.size();
    for (const std::size_t m : order) {
      SlotSend best{slot, m, 0, 0, {}};
      std::pair<std::size_t, std::uint32_t> most{0, 0};  // that need it; chance
      for (std::uint32_t c = 0; c < held.size(); ++c) {
        std::vector<NodeId> to;
        for (const NodeId v : network.media[m].to) {
          if (wanted[c][v] && use.can_hear(v)) to.push_back(v);
        }
        if (to.empty() || to.size() < most.first) continue;
        for (const NodeId u : network.media[m].from) {
          if (!held[c][u] || !use.can_send(m, u, c)) continue;
          const std::pair rank{to.size(), static_cast<std::uint32_t>(random())};
          if (rank <= most) continue;
          most = rank;
          best.from = u;
          best.token = c;
          best.to = to;
        }
      }
      if (best.to.empty()) continue;
      use.add(best);
      left -= static_cast<std::int64_t>(best.to.size());
      for (const NodeId v : best.to) wanted[best.token][v] = false;
      all.push_back(std::move(best));
    }
    if (all.size() == before) return std::nullopt;
    for (std::size_t i = before; i < all.size(); ++i) {
      for (const NodeId v : all[i].to) held[all[i].token][v] = true;
    }
  }
  return all;
}

/// The clauses that hold for the schedules of so many slots. A variable says that a node has a
/// word, that a medium carries it, who sends it, and who takes it.
class SlotEncoding {
 public:
  SlotEncoding(const SlotProblem& problem, std::int64_t slots)
      : problem_{problem}, network_{problem.network}, slots_{slots} {
    for (std::int64_t t = 0; t <= slots_; ++t) {
      for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
        for (NodeId v = 0; v < network_.nodes; ++v) {
          const bool target = has(problem_.tokens[c].targets, v);
          if (t == 0 || v == problem_.tokens[c].source || (t == slots_ && !target)) continue;
          have_[{t, c, v}] = clauses_.variable();
          if (t == slots_) clauses_.add({have_[{t, c, v}]});
        }
      }
    }
    for (std::int64_t t = 0; t < slots_; ++t) slot(t);
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
      const auto is_set = [&](const auto& table, const auto& key) {
        const auto found = table.find(key);
        return found != table.end() && solver.value(found->second);
      };
      std::vector<std::pair<std::uint32_t, NodeId>> before;
      for (std::size_t m = network_.media.size(); m-- > 0;) {
        for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
          SlotSend send{t, m, 0, c, {}};
          for (const NodeId v : network_.media[m].to) {
            if (is_set(takes_, std::tuple{t, m, c, v}) && needed.erase({c, v}) > 0) {
              send.to.push_back(v);
            }
          }
          if (send.to.empty()) continue;
          send.from = *std::ranges::find_if(network_.media[m].from, [&](NodeId u) {
            return is_set(sends_, std::tuple{t, m, c, u});
          });
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
        for (const NodeId u : medium.from) {
          const bool own = problem_.tokens[c].source == u;
          const auto held = have_.find({t, c, u});
          if (!own && held == have_.end()) continue;
          const int send = sends_[{t, m, c, u}] = clauses_.variable();
          if (!own) clauses_.add({-send, held->second});
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
        for (const NodeId v : medium.to) {
          if (!have_.contains({t + 1, c, v})) continue;
          const int take = takes_[{t, m, c, v}] = clauses_.variable();
          clauses_.add({-take, carry});
          if (const auto held = have_.find({t, c, v}); held != have_.end()) {
            clauses_.add({-take, -held->second});
          }
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
        const auto later = have_.find({t + 1, c, v});
        if (later == have_.end()) continue;
        std::vector<int> ways = came[{v, c}];
        if (const auto held = have_.find({t, c, v}); held != have_.end()) {
          ways.push_back(held->second);
          clauses_.add({-held->second, later->second});
        }
        ways.push_back(-later->second);
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
  std::map<std::tuple<std::int64_t, std::uint32_t, NodeId>, int> have_;
  std::map<std::tuple<std::int64_t, std::size_t, std::uint32_t, NodeId>, int> sends_;
  std::map<std::tuple<std::int64_t, std::size_t, std::uint32_t, NodeId>, int> takes_;
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
  constexpr double kMostVariables = 4e6;
  constexpr int kConflicts = 1 << 30;
  SlotSchedule best;
  best.lower_bound = slots_bound(problem);
  best.slots = static_cast<std::int64_t>(problem.tokens.size() * problem.network.nodes) + 1;
  for (unsigned seed = 0; seed < kTries && best.slots > best.lower_bound; ++seed) {
    if (seed > 0 && limits.stop()) break;  // there is always one
    auto found = greedy_slots(problem, best.slots - 1, seed);
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
      encoding.emplace(problem, best.lower_bound);
    } catch (const TooManyClauses&) {
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
