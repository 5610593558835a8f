#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "hw/channel/bus_arbiter.hpp"
#include "hw/data/node_set.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// The transactions of a bus that own a channel: the state of its arbiter.
class BusTransactions {
 public:
  explicit BusTransactions(NodeId processors) : busy_{processors}, processors_{processors} {}

  /// `request` gets a channel; it must fit.
  void begin(const BusRequest& request) {
    busy_.set(NodeSet::one(request.writer));
    busy_.set(request.readers);
    active_.emplace(request.writer, request.readers);
  }
  /// That of `writer` is over; nothing if it owns no channel.
  void end(NodeId writer) {
    const auto ended = active_.find(writer);
    if (ended == active_.end()) return;
    busy_.clear(NodeSet::one(writer));
    busy_.clear(ended->second);
    active_.erase(ended);
  }
  /// One edge, at which somebody has granted the requests of `started`: their writers, rising.
  void follow(std::span<const NodeId> released, std::span<const BusRequest> requests,
              std::span<const NodeId> started) {
    for (const NodeId writer : released) end(writer);
    for (const BusRequest& request : requests) {
      if (std::ranges::binary_search(started, request.writer)) begin(request);
    }
  }
  /// Are its writer and all of its readers free?
  [[nodiscard]] bool fits(const BusRequest& request) const {
    return !busy_.at(request.writer) && !busy_.any(request.readers);
  }
  /// Transactions that own a channel.
  [[nodiscard]] std::size_t count() const { return active_.size(); }
  /// Does everybody take part in one?
  [[nodiscard]] bool all_busy() const { return busy_.count() == processors_; }
  /// Does `node` own a channel?
  [[nodiscard]] bool grant(NodeId node) const { return active_.contains(node); }
  /// Does `node` take part in a transaction, as writer or reader?
  [[nodiscard]] bool busy(NodeId node) const { return busy_.at(node); }

 private:
  std::map<NodeId, NodeSet> active_;  ///< readers of each transaction, by writer
  NodeFlags busy_;
  NodeId processors_;
};

/// Grants the channels of a bus: at most `channels` transactions at a time, each of one writer and
/// any set of readers, a processor in at most one. Tries requests in rising processor number; one
/// that cannot be granted lets the next pass. Twin: rtl/bus/bus_arbiter.sv.
class bus_arbiter final : public sc_core::sc_object, public bus_arbiter_if {
 public:
  using role_if = bus_arbiter_if;
  static constexpr const char* kKind = "bus_arbiter";

  bus_arbiter(const char* name, NodeId processors, NodeId channels)
      : sc_object{name}, state_{processors}, processors_{processors}, channels_{channels} {}

  [[nodiscard]] const char* kind() const override { return kKind; }

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override;
  [[nodiscard]] NodeId processors() const { return processors_; }
  [[nodiscard]] NodeId channels() const { return channels_; }
  [[nodiscard]] const BusTransactions& state() const { return state_; }

 private:
  BusTransactions state_;
  std::vector<NodeId> started_;
  NodeId processors_;
  NodeId channels_;
};

inline std::span<const NodeId> bus_arbiter::edge(std::span<const NodeId> released,
                                                 std::span<const BusRequest> requests) {
  for (const NodeId writer : released) state_.end(writer);
  started_.clear();
  for (const BusRequest& request : requests) {
    if (state_.count() == channels_ || state_.all_busy()) break;  // nobody can start
    if (!state_.fits(request)) continue;
    state_.begin(request);
    started_.push_back(request.writer);
  }
  return started_;
}

}  // namespace plexus
