#include "models/synthesis/slot_problem.hpp"

#include <map>
#include <set>

#include <fmt/format.h>

namespace plexus {

namespace {

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

std::optional<std::string> flaw_of(const SlotProblem& problem, const SlotTimetable& sends) {
  Held held = held_at_first(problem.tokens, problem.network.nodes);
  Held next = held;  // and what comes in this slot
  std::map<std::int64_t, std::vector<const SlotSend*>> slots;
  for (const SlotSend& send : sends) slots[send.slot].push_back(&send);
  for (const auto& [slot, now] : slots) {
    SlotState use{problem.network};
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

}  // namespace plexus
