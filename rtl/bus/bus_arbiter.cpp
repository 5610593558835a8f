#include "hw/bus/bus_arbiter.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "rtl/frame/block.hpp"

namespace plexus::bus_arbiter_adapter {

/// Pins of bus_arbiter.sv.
struct Inputs {
  Pin k_star{"k_star"}, req{"req"}, readers{"readers"}, release{"release"};
};
struct Outputs {
  Pin start = Pin{"start"}.before(), grant{"grant"}, busy{"busy"};
};
using Lane = twin<Inputs, Outputs>;

/// Twin of an arbiter of a bus's channels or a memory's slots. In its place a grant in a cycle in
/// which nothing was freed or asked for comes late and ends the run.
class bus_arbiter_twin final : public twins_before<Lane, bus_arbiter_if, const bus_arbiter> {
 public:
  bus_arbiter_twin(exchange_port<bus_arbiter_if>& port, const bus_arbiter& of, const TwinSite& site)
      : twins_before{port, of, site, parameters(of.processors()), of.name()},
        state_{of.processors()} {}

  static Parameters parameters(NodeId processors) {
    return {{"Processors", std::max(8U, std::bit_ceil(processors))}};
  }

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override {
    Lane& lane = active_lane();
    if (std::exchange(decided_, true)) lane.rise();  // the second decision of this time step
    tell(lane, released, requests);
    lane.settle();
    started_.clear();
    if (!replaces()) std::ranges::copy(model.edge(released, requests), back_inserter(started_));
    for (NodeId writer = 0; replaces() && writer < part.processors(); ++writer) {
      if (lane.seen.start.bit(writer)) started_.push_back(writer);
    }
    state_.follow(released, requests, started_);
    waiting_.clear();
    for (const BusRequest& request : requests) {
      if (!std::ranges::binary_search(started_, request.writer)) waiting_.push_back(request);
    }
    return started_;
  }

 private:
  void tell(Lane& lane, std::span<const NodeId> released, std::span<const BusRequest> requests) {
    put(lane.in, part.channels(), 0, 0);
    lane.in.release.set_bits(released);
    for (const BusRequest& request : requests) {
      lane.in.req.set_bit(request.writer);
      for (const Interval& interval : request.readers.intervals()) {
        for (std::uint64_t reader = interval.first; reader < interval.end(); ++reader) {
          lane.in.readers.set_bit(std::size_t{request.writer} * lane.in.req.width() + reader);
        }
      }
    }
  }

  /// What was presented for a decision stays; else nothing is released, and the same requests wait.
  void present(Lane& lane, Cycles /*cycle*/) override {
    if (decided_) return;
    started_.clear();
    tell(lane, {}, waiting_);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    clear(lane.out);
    lane.out.start.set_bits(started_);
    for (NodeId node = 0; node < part.processors(); ++node) {
      lane.out.grant.set_bit(node, state_.grant(node));
      lane.out.busy.set_bit(node, state_.busy(node));
    }
  }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    if (decided_ || !lane.seen.start.on()) return;
    wrong(lane, "grants in a cycle in which nothing was released or asked for");
  }

  bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) override {
    return std::exchange(decided_, false) || state_.count() > 0;
  }

  BusTransactions state_;
  std::vector<NodeId> started_;      ///< in this cycle
  std::vector<BusRequest> waiting_;  ///< after that
  bool decided_ = false;             ///< something was released or asked for in this cycle
};

TwinBlock bus_arbiter_block() { return block_of<bus_arbiter_twin>(8); }

}  // namespace plexus::bus_arbiter_adapter
