#pragma once

#include <map>
#include <span>
#include <vector>

#include "hw/channel/bus_arbiter.hpp"
#include "hw/data/node_set.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Grants the channels of a bus: at most `channels` transactions at a time, each of one writer and
/// any set of readers, a processor in at most one. Tries requests in rising processor number; one
/// that cannot be granted lets the next pass. Twin: rtl/bus/bus_arbiter.sv.
class bus_arbiter final : public sc_core::sc_object, public bus_arbiter_if {
 public:
  using role_if = bus_arbiter_if;
  static constexpr const char* kKind = "bus_arbiter";

  bus_arbiter(const char* name, NodeId processors, NodeId channels)
      : sc_object{name}, busy_{processors}, processors_{processors}, channels_{channels} {}

  [[nodiscard]] const char* kind() const override { return kKind; }

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override;
  [[nodiscard]] NodeId processors() const { return processors_; }
  [[nodiscard]] NodeId channels() const { return channels_; }
  /// Does `node` own a channel?
  [[nodiscard]] bool grant(NodeId node) const { return active_.contains(node); }
  /// Does `node` take part in a transaction, as writer or reader?
  [[nodiscard]] bool busy(NodeId node) const { return busy_.at(node); }

 private:
  std::map<NodeId, NodeSet> active_;  ///< readers of each transaction, by writer
  NodeFlags busy_;
  std::vector<NodeId> started_;
  NodeId processors_;
  NodeId channels_;
};

inline std::span<const NodeId> bus_arbiter::edge(std::span<const NodeId> released,
                                                 std::span<const BusRequest> requests) {
  for (const NodeId writer : released) {
    const auto ended = active_.find(writer);
    busy_.clear(NodeSet::one(writer));
    busy_.clear(ended->second);
    active_.erase(ended);
  }
  started_.clear();
  for (const BusRequest& request : requests) {
    if (active_.size() == channels_ || busy_.count() == processors_) break;  // nobody can start
    if (busy_.at(request.writer) || busy_.any(request.readers)) continue;
    busy_.set(NodeSet::one(request.writer));
    busy_.set(request.readers);
    active_.emplace(request.writer, request.readers);
    started_.push_back(request.writer);
  }
  return started_;
}

}  // namespace plexus
