// Arbiters for the channels of a bus: in turns, or the lowest number first, as the machine's own.
#include <algorithm>
#include <map>
#include <plexus/hw/bus/bus_arbiter.hpp>

#include "parts.hpp"

using namespace plexus;

namespace {

template <bool Turns>
class my_bus_arbiter final : public sc_core::sc_module, public bus_arbiter_if {
 public:
  my_bus_arbiter(sc_core::sc_module_name name, const bus_arbiter& place)
      : sc_module{name}, channels_{place.channels()}, busy_{place.processors()} {}

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override {
    for (const NodeId writer : released) {
      busy_.clear(NodeSet::one(writer));
      busy_.clear(readers_.extract(writer).mapped());
    }
    granted_.clear();
    const auto turn = std::ranges::lower_bound(requests, first_, {}, &BusRequest::writer);
    for (const BusRequest& request : std::span{turn, requests.end()}) consider(request);
    for (const BusRequest& request : std::span{requests.begin(), turn}) consider(request);
    if (Turns && !granted_.empty()) first_ = granted_.back() + 1;
    std::ranges::sort(granted_);
    return granted_;
  }
  void trace(sc_core::sc_trace_file* file) const override {
    sc_core::sc_trace(file, first_, std::string{name()} + ".first");
  }

 private:
  void consider(const BusRequest& request) {
    if (readers_.size() == channels_) return;
    if (busy_.at(request.writer) || busy_.any(request.readers)) return;
    busy_.set(NodeSet::one(request.writer));
    busy_.set(request.readers);
    readers_.emplace(request.writer, request.readers);
    granted_.push_back(request.writer);
  }

  NodeId channels_;
  NodeId first_ = 0;                   ///< whose turn it is
  NodeFlags busy_;                     ///< takes part in a transaction
  std::map<NodeId, NodeSet> readers_;  ///< of each transaction, by writer
  std::vector<NodeId> granted_;
};

}  // namespace

OwnPart round_robin_bus() {
  return own_part<bus_arbiter, my_bus_arbiter<true>>("round-robin", "in turns");
}
OwnPart lowest_first_bus() {
  return own_part<bus_arbiter, my_bus_arbiter<false>>("lowest-first", "as the machine's own");
}
