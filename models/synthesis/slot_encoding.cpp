#include "models/synthesis/slot_encoding.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace plexus {

SlotEncoding::SlotEncoding(const SlotProblem& problem, std::int64_t slots, bool straight,
                           const std::function<bool()>& stop)
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
        if (t == 0 || v == problem_.tokens[c].source) continue;
        if ((t == slots_ || straight) && !target) continue;
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

SlotTimetable SlotEncoding::timetable(const Solver& solver) const {
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

void SlotEncoding::slot(std::int64_t t) {
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

double SlotEncoding::size(const SlotProblem& problem, std::int64_t slots) {
  double ends = 0;
  for (const SlotMedium& one : problem.network.media) {
    ends += static_cast<double>(one.from.size() + one.to.size() + 1);
  }
  return ends * static_cast<double>(problem.tokens.size()) * static_cast<double>(slots);
}

}  // namespace plexus
