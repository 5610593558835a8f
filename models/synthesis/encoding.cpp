#include "models/synthesis/encoding.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace plexus {

namespace {

/// Sets of numbers, each known by its smallest one.
class Sets {
 public:
  explicit Sets(std::size_t count) : up_(count) {
    std::iota(up_.begin(), up_.end(), std::uint32_t{0});
  }
  std::uint32_t find(std::uint32_t x) {
    while (up_[x] != x) x = up_[x] = up_[up_[x]];
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) up_[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> all() {
    std::vector<std::uint32_t> of(up_.size());
    for (std::uint32_t x = 0; x < up_.size(); ++x) of[x] = find(x);
    return of;
  }

 private:
  std::vector<std::uint32_t> up_;
};

}  // namespace

Encoding::Encoding(const SynthesisProblem& problem, std::int64_t cycles, const Wanted& wanted,
                   PlantedFault fault, const std::function<bool()>& stop)
    : problem_{problem},
      network_{problem.network},
      cycles_{cycles},
      slots_{problem.steps.value_or(cycles)},
      fault_{fault},
      alone_{wanted.same.empty()},
      straight_{wanted.straight},
      far_{problem.steps ? network_.hops() : network_.distances()} {
  true_ = clauses_.variable();
  clauses_.add({true_});
  merge(wanted.same);
  make_variables();
  const auto tokens = static_cast<std::uint32_t>(problem_.tokens.size());
  for (NodeId v = 0; v < network_.nodes; ++v) {
    if (stop()) throw TimeToEnd{};
    for (std::uint32_t c = 0; c < tokens; ++c) {
      if (same_held_[v * tokens + c] == v * tokens + c) arrivals(v, c);
    }
  }
  for (std::uint32_t c = 0; c < tokens; ++c) {
    for (const NodeId target : problem_.tokens[c].targets) add({have(target, c, slots_)});
  }
  if (problem_.steps) {
    steps();
  } else {
    for (std::size_t l = 0; l < network_.links.size(); ++l) {
      if (same_link_[l] != l) continue;
      if (stop()) throw TimeToEnd{};
      if (network_.links[l].startup == 0) {
        link_in_cycles(l);
      } else {
        packets(l);
      }
    }
  }
  if (fault_ != PlantedFault::kPortRule) port_rules();
  order_words();
  order_alike(wanted.alike);
}

void Encoding::merge(const std::vector<NodeMap>& same) {
  const std::size_t tokens = problem_.tokens.size();
  Sets links{network_.links.size()};
  Sets sent{network_.links.size() * tokens};
  Sets held{network_.nodes * tokens};
  Sets token{tokens};
  for (const NodeMap& map : same) {
    const auto image = token_map(problem_, map);
    if (!image) continue;
    for (std::size_t c = 0; c < tokens; ++c) {
      token.join(static_cast<std::uint32_t>(c), (*image)[c]);
      for (NodeId v = 0; v < network_.nodes; ++v) {
        held.join(static_cast<std::uint32_t>(v * tokens + c),
                  static_cast<std::uint32_t>(map[v] * tokens + (*image)[c]));
      }
    }
    for (std::size_t l = 0; l < network_.links.size(); ++l) {
      const auto taken = *network_.link(map[network_.links[l].from], map[network_.links[l].to]);
      links.join(static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(taken));
      for (std::size_t c = 0; c < tokens; ++c) {
        sent.join(static_cast<std::uint32_t>(l * tokens + c),
                  static_cast<std::uint32_t>(taken * tokens + (*image)[c]));
      }
    }
  }
  same_link_ = links.all();
  same_sent_ = sent.all();
  same_held_ = held.all();
  same_token_ = token.all();
}

void Encoding::make_variables() {
  const auto tokens = static_cast<std::uint32_t>(problem_.tokens.size());
  use_.assign(network_.nodes, std::vector<std::int64_t>(tokens, SynthesisNetwork::kFar));
  for (NodeId v = 0; v < network_.nodes; ++v) {
    for (std::uint32_t c = 0; c < tokens; ++c) {
      for (const NodeId target : problem_.tokens[c].targets) {
        use_[v][c] = std::min(use_[v][c], far_[v][target]);
      }
    }
  }
  const auto take = [&](Range& range) {
    if (range.empty()) return;
    range.variable = clauses_.variable();
    for (std::int64_t t = range.first; t < range.last; ++t) static_cast<void>(clauses_.variable());
  };
  const auto off_way = [&](std::uint32_t c, std::int64_t length) {  // of what it goes in all
    return straight_ && problem_.tokens[c].targets.size() == 1 &&
           length > use_[problem_.tokens[c].source][c];
  };
  const std::int64_t late = fault_ == PlantedFault::kPruning ? 1 : 0;
  have_.resize(std::size_t{network_.nodes} * tokens);
  coming_.resize(have_.size());
  for (NodeId v = 0; v < network_.nodes; ++v) {
    for (std::uint32_t c = 0; c < tokens; ++c) {
      const std::size_t place = std::size_t{v} * tokens + c;
      const NodeId source = problem_.tokens[c].source;
      if (same_held_[place] != place || source == v) continue;
      if (off_way(c, far_[source][v] + use_[v][c])) continue;
      const std::int64_t first = far_[source][v] + late;
      const std::int64_t last = slots_ - use_[v][c];
      have_[place] = {first, last, 0};
      take(have_[place]);
      if (at_once(v)) continue;
      coming_[place] = {1, last, 0};
      take(coming_[place]);
    }
  }
  sent_.resize(network_.links.size() * tokens);
  for (std::size_t l = 0; l < network_.links.size(); ++l) {
    const SynthesisLink& link = network_.links[l];
    for (std::uint32_t c = 0; c < tokens; ++c) {
      const std::size_t place = l * tokens + c;
      const NodeId source = problem_.tokens[c].source;
      if (same_sent_[place] != place || source == link.to) continue;
      const std::int64_t rest = startup(l) + 1 + use_[link.to][c];
      if (off_way(c, far_[source][link.from] + rest)) continue;
      sent_[place] = {far_[source][link.from], slots_ - rest, 0};
      take(sent_[place]);
    }
  }
  running_.assign(network_.links.size(),
                  std::vector<int>(static_cast<std::size_t>(std::max<std::int64_t>(0, slots_)), 0));
}

void Encoding::add(std::vector<int> literals) {
  if (std::ranges::find(literals, true_) != literals.end()) return;
  std::erase(literals, -true_);
  clauses_.add(literals);
}

bool Encoding::at_once(NodeId node) const {
  return problem_.steps || std::ranges::all_of(network_.in[node], [&](std::size_t l) {
           return network_.links[l].startup == 0;
         });
}

std::int64_t Encoding::startup(std::size_t link) const {
  return problem_.steps ? 0 : network_.links[link].startup;
}

const Encoding::Range& Encoding::sent(std::size_t link, std::uint32_t token) const {
  return sent_[same_sent_[link * problem_.tokens.size() + token]];
}

int Encoding::have(NodeId node, std::uint32_t token, std::int64_t t) const {
  if (problem_.tokens[token].source == node) return true_;
  const Range& range = have_[same_held_[node * problem_.tokens.size() + token]];
  return range.has(t) ? range.at(t) : -true_;
}

int Encoding::coming(NodeId node, std::uint32_t token, std::int64_t t) const {
  if (at_once(node)) return have(node, token, t);
  const Range& range = coming_[same_held_[node * problem_.tokens.size() + token]];
  return range.has(t) ? range.at(t) : -true_;
}

/// How a token comes to a node: by one link, once.
void Encoding::arrivals(NodeId node, std::uint32_t token) {
  if (problem_.tokens[token].source == node) return;
  const Range& held = have_[same_held_[node * problem_.tokens.size() + token]];
  const bool simple = at_once(node);
  const Range& on_way = simple ? held : coming_[same_held_[node * problem_.tokens.size() + token]];
  for (std::int64_t t = held.first; t < held.last; ++t) add({-held.at(t), held.at(t + 1)});
  if (!simple) {
    for (std::int64_t t = on_way.first; t < on_way.last; ++t) {
      add({-on_way.at(t), on_way.at(t + 1)});
    }
  }
  for (std::int64_t t = held.first; t <= held.last; ++t) {  // it has come from somewhere
    std::vector<int> from{-held.at(t)};
    if (simple) from.push_back(have(node, token, t - 1));
    for (const std::size_t l : network_.in[node]) {
      const Range& sends = sent(l, token);
      const std::int64_t last = std::min(sends.last, t - startup(l) - 1);
      for (std::int64_t t0 = simple ? t - 1 : sends.first; t0 <= last; ++t0) {
        if (sends.has(t0)) from.push_back(sends.at(t0));
      }
    }
    add(std::move(from));
  }
  const std::int64_t late = fault_ == PlantedFault::kArrival ? 1 : 0;
  for (const std::size_t l : network_.in[node]) {
    const Range& sends = sent(l, token);
    const NodeId from = network_.links[l].from;
    for (std::int64_t t0 = sends.first; t0 <= sends.last; ++t0) {
      const int send = sends.at(t0);
      add({-send, have(from, token, std::min(slots_ - use_[from][token], t0 + late))});
      add({-send, -coming(node, token, t0)});
      if (on_way.has(t0 + 1)) add({-send, coming(node, token, t0 + 1)});
      if (!simple) add({-send, -have(node, token, t0 + startup(l))});
      for (const std::size_t other : network_.in[node]) {
        const Range& others = sent(other, token);
        if (other > l && others.has(t0)) add({-send, -others.at(t0)});
      }
    }
  }
}

/// Words with the same source and targets come to one of these in the order of their numbers.
void Encoding::order_words() {
  for (std::uint32_t c = 0; c + 1 < problem_.tokens.size(); ++c) {
    const Token& one = problem_.tokens[c];
    const Token& next = problem_.tokens[c + 1];
    if (one.source != next.source || one.targets != next.targets) continue;
    const auto first = static_cast<std::uint32_t>(c - one.word);  // of the block
    if (same_token_[first] != first) continue;
    for (std::int64_t t = 0; t <= slots_; ++t) {
      add({-have(one.targets.front(), c + 1, t), have(one.targets.front(), c, t)});
    }
  }
}

/// Of schedules that are images of each other, one whose first variables are the smallest.
void Encoding::order_alike(const std::vector<NodeMap>& alike) {
  constexpr std::size_t kCompared = 40;  // variables
  const auto tokens = static_cast<std::uint32_t>(problem_.tokens.size());
  if (!alone_ ||
      std::ranges::any_of(problem_.tokens, [](const Token& token) { return token.word > 0; })) {
    return;  // words are in order already, and two orders may exclude each other
  }
  for (const NodeMap& map : alike) {
    const auto image = token_map(problem_, map);
    if (!image) continue;
    int equal = true_;
    std::size_t compared = 0;
    for (std::int64_t t = 1; t <= slots_ && compared < kCompared; ++t) {
      for (std::uint32_t c = 0; c < tokens && compared < kCompared; ++c) {
        for (NodeId v = 0; v < network_.nodes && compared < kCompared; ++v) {
          const int one = have(v, c, t);
          const int other = have(map[v], (*image)[c], t);
          if (one == other || std::abs(one) == true_) continue;
          ++compared;
          add({-equal, -one, other});
          const int next = clauses_.variable();
          add({-equal, other, next});
          add({-equal, -one, next});
          equal = next;
        }
      }
    }
  }
}

TransferTimetable Encoding::timetable(const Solver& solver) const {
  std::map<std::pair<std::int64_t, std::size_t>, std::vector<std::uint32_t>> packets;
  for (std::size_t l = 0; l < network_.links.size(); ++l) {
    for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
      const Range& sends = sent(l, c);
      for (std::int64_t t = sends.first; t <= sends.last; ++t) {
        if (solver.value(sends.at(t))) packets[{t, l}].push_back(c);
      }
    }
  }
  TransferTimetable found;
  for (const auto& [when, tokens] : packets) found.push_back({when.second, when.first, tokens});
  found = tidy(problem_, found);
  return problem_.steps ? in_lock_steps(network_, std::move(found)) : found;
}

double Encoding::size(const SynthesisProblem& problem, std::int64_t cycles, const Wanted& wanted) {
  double all = static_cast<double>(problem.network.links.size()) *
               static_cast<double>(problem.tokens.size()) *
               static_cast<double>(problem.steps.value_or(cycles) + 1);
  if (!wanted.same.empty()) {  // as many orbits as tokens that stay apart
    Sets token{problem.tokens.size()};
    for (const NodeMap& map : wanted.same) {
      const auto image = token_map(problem, map);
      if (!image) continue;
      for (std::uint32_t c = 0; c < image->size(); ++c) token.join(c, (*image)[c]);
    }
    std::size_t apart = 0;
    const auto of = token.all();
    for (std::uint32_t c = 0; c < of.size(); ++c) apart += of[c] == c ? 1 : 0;
    all *= static_cast<double>(apart) / static_cast<double>(problem.tokens.size());
  }
  return all;
}

}  // namespace plexus
