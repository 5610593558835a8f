#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/synthesis/problem.hpp"

/// Schedules of machines that work in slots: in each of them a medium carries one word from one
/// node to any of those that hear it, who have it in the next slot.
namespace plexus {

/// A coupler, or one direction of a link that a manager sets.
struct SlotMedium {
  std::vector<NodeId> from;  ///< one of them drives it in a slot
  std::vector<NodeId> to;
};

/// The media, and what a node can do in a slot.
struct SlotNetwork {
  NodeId nodes = 0;
  std::vector<SlotMedium> media{};
  bool one_word = false;  ///< it sends one word, through as many media as it likes
  bool one_ear = false;   ///< it hears one medium
  /// Links that it takes part in at most, if not 0: media 2i and 2i + 1 are the two directions of
  /// link i.
  std::int64_t ports = 0;
};

/// Each token has to come to all its targets.
struct SlotProblem {
  SlotNetwork network;
  SynthesisRequest request;
  std::vector<Token> tokens = tokens_of(request);
};

/// One word on a medium in a slot.
struct SlotSend {
  std::int64_t slot = 0;
  std::size_t medium = 0;
  NodeId from = 0;
  std::uint32_t token = 0;
  std::vector<NodeId> to;  ///< those that take it
};
using SlotTimetable = std::vector<SlotSend>;  ///< in their order

/// By slots, then media.
[[nodiscard]] inline bool in_order(const SlotSend& a, const SlotSend& b) {
  return std::pair{a.slot, a.medium} < std::pair{b.slot, b.medium};
}

/// Is a node among some?
[[nodiscard]] inline bool has(const std::vector<NodeId>& nodes, NodeId v) {
  return std::ranges::find(nodes, v) != nodes.end();
}

/// What goes on in one slot, and whether one more word can.
class SlotState {
 public:
  explicit SlotState(const SlotNetwork& network)
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

/// Slots below which no schedule can be: by what a node or the media around some can carry.
[[nodiscard]] std::int64_t slots_bound(const SlotProblem& problem);
/// What is wrong with a timetable, in a sentence; nothing if all is well.
[[nodiscard]] std::optional<std::string> flaw_of(const SlotProblem& problem,
                                                 const SlotTimetable& sends);

}  // namespace plexus
