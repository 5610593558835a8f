#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "models/synthesis/slots.hpp"

namespace plexus {

/// All schedules of tiny problems in slots, one slot after the other: what a search must agree
/// with. It shares nothing with the search.
class TinySlots {
 public:
  explicit TinySlots(const SlotProblem& problem) : problem_{problem}, network_{problem.network} {
    for (const Token& token : problem_.tokens) {
      wanted_.push_back(0);
      for (const NodeId target : token.targets) wanted_.back() |= 1U << target;
    }
  }

  /// The fewest slots of any schedule; nothing after so many looks.
  std::optional<std::int64_t> slots(std::size_t looks) {
    Held first;
    for (const Token& token : problem_.tokens) first.push_back(1U << token.source);
    left_ = looks;
    for (std::int64_t most = 0;; ++most) {
      failed_.clear();
      if (reaches(first, most)) return most;
      if (left_ == 0) return std::nullopt;
    }
  }

 private:
  using Held = std::vector<std::uint32_t>;  ///< by token: nodes as bits
  /// What goes on in a slot.
  struct Use {
    std::vector<std::optional<std::uint32_t>> says;  ///< by node: the word that it sends
    std::vector<bool> hears;                         ///< by node
    std::vector<std::int64_t> links;                 ///< by node
    std::vector<bool> busy;                          ///< by medium
  };

  /// Slots in which as many words as are missing can come.
  [[nodiscard]] std::int64_t needed(const Held& held) const {
    std::int64_t words = 0;  // that have to go out once more at least
    std::vector<std::int64_t> missing(network_.nodes, 0);
    for (std::size_t c = 0; c < held.size(); ++c) {
      if ((wanted_[c] & ~held[c]) != 0) ++words;
      for (NodeId v = 0; v < network_.nodes; ++v)
        missing[v] += wanted_[c] >> v & ~held[c] >> v & 1U;
    }
    const auto media = static_cast<std::int64_t>(network_.media.size());
    std::int64_t most = (words + media - 1) / media;
    const std::int64_t each = network_.one_ear ? 1 : network_.ports > 0 ? network_.ports : media;
    for (const std::int64_t some : missing) most = std::max(most, (some + each - 1) / each);
    return most;
  }

  bool reaches(const Held& held, std::int64_t more) {
    const std::int64_t least = needed(held);
    if (least == 0) return true;
    if (left_ == 0 || more < least) return false;
    --left_;
    const auto known = failed_.find(held);
    if (known != failed_.end() && known->second >= more) return false;
    const Use nothing{std::vector<std::optional<std::uint32_t>>(network_.nodes),
                      std::vector<bool>(network_.nodes), std::vector<std::int64_t>(network_.nodes),
                      std::vector<bool>(network_.media.size())};
    if (extend(held, held, nothing, 0, more)) return true;
    failed_[held] = more;
    return false;
  }

  [[nodiscard]] bool may(const Use& use, std::size_t medium, NodeId from,
                         std::uint32_t token) const {
    if (network_.one_word && use.says[from] && *use.says[from] != token) return false;
    if (network_.ports == 0 || use.busy[medium ^ 1U]) return true;
    const NodeId to = network_.media[medium].to.front();
    return use.links[from] < network_.ports && use.links[to] < network_.ports;
  }

  /// All that media from `medium` on can carry in this slot; then the slot passes.
  bool extend(const Held& held, const Held& next, const Use& use, std::size_t medium,
              std::int64_t more) {
    if (medium == network_.media.size()) return reaches(next, more - 1);
    const SlotMedium& of = network_.media[medium];
    for (std::uint32_t c = 0; c < held.size(); ++c) {
      for (const NodeId from : of.from) {
        if ((held[c] >> from & 1U) == 0 || !may(use, medium, from, c)) continue;
        std::vector<NodeId> hearers;
        for (const NodeId v : of.to) {
          const bool can = !network_.one_ear || !use.hears[v];
          if (can && (next[c] >> v & 1U) == 0) hearers.push_back(v);
        }
        if (hearers.empty()) continue;
        // Ears that are left alone may hear another medium.
        for (std::uint32_t some = (1U << hearers.size()) - 1; some > 0; --some) {
          Held then = next;
          Use used = use;
          used.says[from] = c;
          used.busy[medium] = true;
          if (network_.ports > 0 && !use.busy[medium ^ 1U]) {
            ++used.links[from];
            ++used.links[of.to.front()];
          }
          for (std::size_t i = 0; i < hearers.size(); ++i) {
            if ((some >> i & 1U) == 0) continue;
            then[c] |= 1U << hearers[i];
            used.hears[hearers[i]] = true;
          }
          if (extend(held, then, used, medium + 1, more)) return true;
          if (left_ == 0) return false;
          if (!network_.one_ear) break;  // it costs nothing to hear
        }
      }
    }
    return extend(held, next, use, medium + 1, more);
  }

  const SlotProblem& problem_;
  const SlotNetwork& network_;
  Held wanted_;
  std::map<Held, std::int64_t> failed_;  ///< slots that are too few
  std::size_t left_ = 0;                 ///< looks
};

}  // namespace plexus
