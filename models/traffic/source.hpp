#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "hw/time/units.hpp"
#include "models/traffic/setting.hpp"

namespace plexus {

class TrafficLog;

/// The packets that one node offers, in the order of their birth: the same ones on every computer,
/// whatever other nodes do and whenever they are asked for.
class TrafficSource {
 public:
  /// Birth of no packet at all.
  static constexpr Cycles kNever{std::numeric_limits<std::int64_t>::max()};

  /// `setting` must outlive the source.
  TrafficSource(const TrafficSetting& setting, NodeId node, NodeId nodes);

  /// The next packet, born before the end of the run; its birth is kNever where there is none.
  [[nodiscard]] const Offer& next() const { return next_; }
  /// Goes on to the packet after it.
  void advance();

 private:
  std::uint64_t draw();
  bool happens(double probability);
  [[nodiscard]] bool offers();
  [[nodiscard]] NodeId destination();
  [[nodiscard]] NodeId any_node();

  const TrafficSetting* setting_;
  std::uint64_t state_;
  Offer next_;
  NodeId node_;
  NodeId nodes_;
  std::uint32_t recorded_ = 0;  ///< packets of the recording so far
  bool silent_ = false;         ///< offers nothing
  bool burst_ = false;          ///< in one
};

/// The sources of all nodes with their queues, for a network that is asked cycle by cycle. A queue
/// is the part of its source's packets between the one that leaves next and the present cycle: it
/// takes no room, however long it is.
class SourceQueues {
 public:
  /// `setting` and `log` must outlive the queues.
  SourceQueues(const TrafficSetting& setting, NodeId nodes, TrafficLog& log);

  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(births_.size()); }
  /// To be called at the beginning of every cycle in which something happens, of the first one and
  /// of the end: tells the log what was offered and what waits.
  void begin_cycle(Cycles now);
  /// The packet at the head of a node's queue; null: none waits in cycle `now`.
  [[nodiscard]] const Offer* head(NodeId node, Cycles now) const {
    return births_[node] <= now ? &sources_[node].next() : nullptr;
  }
  /// The head leaves for the network.
  void leave(NodeId node, Cycles now);
  /// The head finds no place in the network: it waits, or is dropped where there is no queue.
  void refuse(NodeId node, Cycles now) {
    if (!setting_->source_queue) drop(node, now);
  }
  /// Packets that nodes have offered before cycle `now` and that wait: without a queue one of a
  /// node at most, as long as the network asks for it.
  [[nodiscard]] std::uint64_t waiting(Cycles now);
  /// Packets of a node that have left: the number of the next one.
  [[nodiscard]] std::uint32_t left(NodeId node) const { return left_[node]; }
  /// When the head of a node's queue was, or will be, offered; kNever: no packet is left.
  [[nodiscard]] Cycles birth(NodeId node) const { return births_[node]; }

 private:
  void drop(NodeId node, Cycles now);
  void tell_dropped(std::uint64_t packets);
  void go_on(NodeId node);

  const TrafficSetting* setting_;
  TrafficLog* log_;
  std::vector<Cycles> births_;       ///< by node, of the head
  std::vector<std::uint32_t> left_;  ///< by node
  std::vector<TrafficSource> sources_;
  std::vector<TrafficSource> counted_;  ///< the same, ahead: where what is offered was counted
  std::uint64_t offered_ = 0;           ///< up to there
  std::uint64_t gone_ = 0;              ///< left or dropped
  std::uint64_t dropped_ = 0;
  std::uint64_t told_dropped_ = 0;  ///< to the log: those too that will be when the head has left
};

}  // namespace plexus
