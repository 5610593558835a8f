#include <algorithm>

#include "models/synthesis/encoding.hpp"

/// The clauses of links: what they carry, and which of them may work together.
namespace plexus {

std::vector<int> Encoding::sent_at(std::size_t link, std::int64_t t) const {
  std::vector<int> literals;
  for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {
    const Range& sends = sent(link, c);
    if (sends.has(t)) literals.push_back(sends.at(t));
  }
  return literals;
}

void Encoding::at_most(const std::vector<int>& literals, std::int64_t most) {
  if (fault_ != PlantedFault::kCapacity) clauses_.at_most(literals, most);
}

/// Without start-up words go one by one, as many in a cycle as the bandwidth says.
void Encoding::link_in_cycles(std::size_t link) {
  for (std::int64_t t = 0; t < slots_; ++t) {
    const std::vector<int> sends = sent_at(link, t);
    if (sends.empty()) continue;
    at_most(sends, network_.links[link].bandwidth);
    if (network_.rule == PortRule::kAllFull) continue;
    int& runs = running_[link][static_cast<std::size_t>(t)];
    runs = clauses_.variable();
    for (const int send : sends) clauses_.add({-send, runs});
  }
}

/// With start-up it matters which words share a packet: when it starts, and how long it is.
void Encoding::packets(std::size_t link) {
  const SynthesisLink& of = network_.links[link];
  const auto places = static_cast<std::size_t>(slots_);
  std::vector<int> starts(places, 0);
  std::vector<std::vector<int>> longer(places);  // d - 2: at least d cycles of words
  for (std::int64_t t = 0; t < slots_; ++t) {
    const std::vector<int> sends = sent_at(link, t);
    if (sends.empty()) continue;
    const auto place = static_cast<std::size_t>(t);
    starts[place] = clauses_.variable();
    for (const int send : sends) clauses_.add({-send, starts[place]});
    const std::int64_t room = slots_ - t - of.startup;  // cycles of words
    const auto words = static_cast<std::int64_t>(sends.size());
    const std::int64_t most = std::min(room, (words + of.bandwidth - 1) / of.bandwidth);
    at_most(sends, room * of.bandwidth);
    const std::vector<int> count =
        clauses_.at_least(sends, std::min(words, (most - 1) * of.bandwidth + 1));
    for (std::int64_t d = 2; d <= most; ++d) {
      longer[place].push_back(clauses_.variable());
      if (d > 2) clauses_.add({-longer[place].back(), *(longer[place].end() - 2)});
      if (fault_ == PlantedFault::kCapacity) continue;
      clauses_.add(
          {-count[static_cast<std::size_t>((d - 1) * of.bandwidth)], longer[place].back()});
    }
  }
  for (std::int64_t t = 0; t < slots_; ++t) {
    const auto place = static_cast<std::size_t>(t);
    if (starts[place] == 0) continue;
    const auto forbid = [&](int where, std::int64_t later) {
      if (later < slots_ && starts[static_cast<std::size_t>(later)] != 0) {
        clauses_.add({-where, -starts[static_cast<std::size_t>(later)]});
      }
    };
    for (std::int64_t i = 1; i <= of.startup; ++i) forbid(starts[place], t + i);
    for (std::size_t i = 0; i < longer[place].size(); ++i) {
      const std::int64_t end = t + of.startup + static_cast<std::int64_t>(i) + 1;
      forbid(longer[place][i], end);
      for (std::uint32_t c = 0; c < problem_.tokens.size(); ++c) {  // none of it is there before
        const Range& sends = sent(link, c);
        if (!sends.has(t)) continue;
        const int early = have(of.to, c, end);
        if (early != -true_) add({-sends.at(t), -longer[place][i], -early});
      }
    }
    if (network_.rule == PortRule::kAllFull) continue;
    const auto run = [&](int literal, std::int64_t cycle) {
      int& runs = running_[link][static_cast<std::size_t>(cycle)];
      if (runs == 0) runs = clauses_.variable();
      clauses_.add({-literal, runs});
    };
    for (std::int64_t i = 0; i <= of.startup; ++i) run(starts[place], t + i);
    for (std::size_t i = 0; i < longer[place].size(); ++i) {
      run(longer[place][i], t + of.startup + static_cast<std::int64_t>(i) + 1);
    }
  }
}

int Encoding::running(std::size_t link, std::int64_t t) const {
  return running_[same_link_[link]][static_cast<std::size_t>(t)];
}

void Encoding::port_rules() {
  if (network_.rule == PortRule::kAllFull) return;
  for (std::size_t a = 0; a < network_.links.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const SynthesisLink& one = network_.links[a];
      const SynthesisLink& other = network_.links[b];
      const bool meet = one.from == other.from || one.from == other.to || one.to == other.from ||
                        one.to == other.to;
      if (!meet || !network_.exclude(one, other)) continue;
      for (std::int64_t t = 0; t < slots_; ++t) {
        if (running(a, t) == 0 || running(b, t) == 0) continue;
        clauses_.add({-running(a, t), -running(b, t)});
      }
    }
  }
}

std::int64_t Encoding::longest_steps(const SynthesisProblem& problem) {
  std::int64_t longest = 0;
  for (const SynthesisLink& link : problem.network.links) {
    longest = std::max(longest, link.hop(std::ssize(problem.tokens)));
  }
  return problem.steps.value_or(1) * longest;
}

/// Lock steps: each lasts as long as the longest of its packets, all of them together `cycles_`.
void Encoding::steps() {
  const std::int64_t counted = cycles_ < longest_steps(problem_) ? cycles_ : 0;  // 0: any do
  std::vector<std::vector<int>> lasts(static_cast<std::size_t>(slots_));
  for (auto& step : lasts) {
    for (std::int64_t j = 0; j < counted; ++j) {
      step.push_back(clauses_.variable());
      if (j > 0)
        clauses_.add({-step[static_cast<std::size_t>(j)], step[static_cast<std::size_t>(j - 1)]});
    }
  }
  for (std::size_t l = 0; l < network_.links.size(); ++l) {
    if (same_link_[l] != l) continue;
    const SynthesisLink& link = network_.links[l];
    for (std::int64_t k = 0; k < slots_; ++k) {
      const std::vector<int> sends = sent_at(l, k);
      if (sends.empty()) continue;
      if (counted > 0) {
        const std::int64_t most =
            std::max<std::int64_t>(0, cycles_ - link.startup) * link.bandwidth;
        at_most(sends, most);
        if (most == 0) continue;
        const std::vector<int> count = clauses_.at_least(sends, most);
        for (std::size_t j = 0; j < count.size() && fault_ != PlantedFault::kCapacity; ++j) {
          const std::int64_t cycles = link.hop(static_cast<std::int64_t>(j) + 1);
          clauses_.add({-count[j],
                        lasts[static_cast<std::size_t>(k)][static_cast<std::size_t>(cycles - 1)]});
        }
      }
      if (network_.rule == PortRule::kAllFull) continue;
      int& runs = running_[l][static_cast<std::size_t>(k)];
      runs = clauses_.variable();
      for (const int send : sends) clauses_.add({-send, runs});
    }
  }
  std::vector<int> all;
  for (const auto& step : lasts) all.insert(all.end(), step.begin(), step.end());
  at_most(all, cycles_);
}

}  // namespace plexus
