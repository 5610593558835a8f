#pragma once

#include <map>
#include <span>
#include <vector>

#include "hw/data/node_set.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A processor that wants a channel, as long as it waits for one.
struct BusRequest {
  NodeId writer = 0;
  NodeSet readers;
};

/// Deals out the channels of a bus, or the access slots of a memory.
class bus_arbiter_if {
 public:
  virtual ~bus_arbiter_if() = default;
  /// One clock edge. `released`: writers whose transactions end with the cycle before it;
  /// `requests`: all that wait, by rising writer. Returns the writers that own a channel from this
  /// edge on, rising; the list stays valid until the next edge. What is released, can be granted.
  virtual std::span<const NodeId> edge(std::span<const NodeId> released,
                                       std::span<const BusRequest> requests) = 0;
};

/// Grants the channels of a bus: at most `channels` transactions at a time, each of one writer and
/// any set of readers, a processor in at most one. Tries requests in rising processor number; one
/// that cannot be granted lets the next pass. Twin: rtl/bus/bus_arbiter.sv.
class bus_arbiter final : public sc_core::sc_object, public bus_arbiter_if {
 public:
  bus_arbiter(const char* name, NodeId processors, NodeId channels)
      : sc_object{name}, busy_{processors}, processors_{processors}, channels_{channels} {}

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override {
    return twin_ == nullptr ? decide(released, requests) : twin_->edge(released, requests);
  }
  /// The same by the arbiter itself, whatever stands in its place.
  std::span<const NodeId> decide(std::span<const NodeId> released,
                                 std::span<const BusRequest> requests);
  /// Puts another arbiter in its place. Before the simulation starts.
  void set_twin(bus_arbiter_if& twin) { twin_ = &twin; }
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
  bus_arbiter_if* twin_ = nullptr;
};

}  // namespace plexus
