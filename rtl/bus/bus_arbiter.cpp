#include "hw/bus/bus_arbiter.hpp"

#include <algorithm>
#include <bit>
#include <map>
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
      : twins_before{port, of, site, parameters(of.processors()), {of.name()}} {}

  static Parameters parameters(NodeId processors) {
    return {{"Processors", std::max(8U, std::bit_ceil(processors))}};
  }

  std::span<const NodeId> edge(std::span<const NodeId> released,
                               std::span<const BusRequest> requests) override {
    Lane& lane = active_lane();
    if (decided_) lane.rise();  // the second decision of this time step
    decided_ = true;
    ask(lane, released, requests);
    lane.settle();
    started_.clear();
    if (replaces()) {
      for (NodeId writer = 0; writer < part.processors(); ++writer) {
        if (lane.seen.start.bit(writer)) started_.push_back(writer);
      }
    } else {
      const auto started = model.edge(released, requests);
      started_.assign(started.begin(), started.end());
    }
    waiting_.assign(requests.begin(), requests.end());
    std::erase_if(waiting_, [this](const BusRequest& request) {
      return std::ranges::binary_search(started_, request.writer);
    });
    for (const NodeId writer : released) active_.erase(writer);
    for (const BusRequest& request : requests) {
      if (std::ranges::binary_search(started_, request.writer)) {
        active_.emplace(request.writer, request.readers);
      }
    }
    return started_;
  }

 private:
  void ask(Lane& lane, std::span<const NodeId> released, std::span<const BusRequest> requests) {
    clear(lane.in);
    lane.in.k_star.set(part.channels());
    for (const NodeId writer : released) lane.in.release.set_bit(writer);
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
    ask(lane, {}, waiting_);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    clear(lane.out);
    for (const NodeId writer : started_) lane.out.start.set_bit(writer);
    for (const auto& [writer, readers] : active_) {
      lane.out.grant.set_bit(writer);
      lane.out.busy.set_bit(writer);
      for (const Interval& interval : readers.intervals()) {
        for (std::uint64_t reader = interval.first; reader < interval.end(); ++reader) {
          lane.out.busy.set_bit(reader);
        }
      }
    }
  }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    if (decided_ || !lane.seen.start.on()) return;
    wrong(lane, "grants in a cycle in which nothing was released or asked for");
  }

  bool goes_on(Lane& /*lane*/, Cycles /*cycle*/) override {
    return std::exchange(decided_, false) || !active_.empty();
  }

  std::vector<NodeId> started_;       ///< in this cycle
  std::vector<BusRequest> waiting_;   ///< after that
  std::map<NodeId, NodeSet> active_;  ///< readers of each transaction, by writer
  bool decided_ = false;              ///< something was released or asked for in this cycle
};

TwinBlock bus_arbiter_block() {
  return {.part = "hw/bus/bus_arbiter.hpp",
          .sizes = "any number of processors",
          .help = "Deals out the channels of a bus, or the slots of a memory",
          .built = bus_arbiter_twin::parameters(8),
          .attach = attach_before<bus_arbiter_if, bus_arbiter, bus_arbiter_twin>};
}

}  // namespace plexus::bus_arbiter_adapter
