#include <memory>
#include <optional>
#include <utility>

#include "hw/router/packet_dispatcher.hpp"
#include "hw/time/clock_period.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_dispatch_adapter {

namespace {

using Kind = DispatchPattern::Kind;

/// The counters of one node. Those of the three kinds differ in some pins.
struct Lane final : twin_lane {
  Lane(twin_bank& bank, const packet_dispatcher& part, const std::string& block, NodeId of_node)
      : twin_lane{bank, part.machine() + ".node_" + std::to_string(of_node) + '.' + block},
        node{of_node} {
    const DispatchPattern& pattern = part.pattern();
    leaf.set(of_node);
    if (pattern.kind == Kind::kGather) {
      root = std::make_unique<In>(*this, "root");
      root->set(pattern.root);
      return;
    }
    destination = std::make_unique<Out>(*this, "destination");
    phase = std::make_unique<Out>(*this, "phase");
    if (pattern.kind == Kind::kGeneral) {
      effective = std::make_unique<In>(*this, "effective", pattern.levels + 1);
      for (std::size_t h = 0; h < pattern.effective.size(); ++h) {
        effective->set(h, static_cast<std::uint64_t>(pattern.effective[h]));
      }
    } else {
      exponential = std::make_unique<In>(*this, "exponential");
      exponential->set(pattern.kind == Kind::kExponential);
    }
  }

  NodeId node;
  In step_en{*this, "step_en"};
  In start{*this, "start"};
  In leaf{*this, "leaf"};
  std::unique_ptr<In> root;
  std::unique_ptr<In> effective;
  std::unique_ptr<In> exponential;
  Out valid{*this, "valid"};
  Out done{*this, "done"};
  std::unique_ptr<Out> destination;
  std::unique_ptr<Out> phase;

  Cycles begun{0};                ///< cycle of step 1
  std::optional<NodeId> told;     ///< in this cycle: the model dispatches for this node
  std::optional<NodeId> present;  ///< the same in the present step
};

/// Twins of the counters of a network's nodes, a lane per node. In the part's place a node's twin
/// has its edge at once, when the program asks; a wave then shows another one beside it, which has
/// its edges where the wave has them.
class dispatch_twins final : public twins_of<Lane>, public dispatch_if {
 public:
  dispatch_twins(packet_dispatcher& part, std::string block, const TwinSite& site)
      : twins_of{site, parameters(part.pattern().levels)},
        part_{&part},
        block_{std::move(block)},
        step_{part.pattern().step} {
    model_ = &part.counters.in_front(*this);
  }

  static Parameters parameters(unsigned levels) { return {{"Levels", levels}}; }

  [[nodiscard]] bool asked() const override { return replaces(); }

  void begin(NodeId node) override {
    model_->begin(node);
    if (replaces()) {
      asked(node).begun = ClockPeriod{}.now();
      if (!clock().shows()) return;
    }
    Lane& lane = clocked(node);
    activate(lane);
    lane.begun = ClockPeriod{}.now();
  }

  void tell(NodeId node, NodeId destination) override {
    model_->tell(node, destination);
    clocked(node).told = destination;
  }

  [[nodiscard]] Dispatched ask(NodeId node) override {
    Lane& lane = asked(node);
    lane.step_en.set(1);
    lane.start.set(ClockPeriod{}.now() == lane.begun);
    lane.settle();
    lane.rise();
    lane.look();
    if (broken(lane)) wrong_now(lane, contract());
    const std::int64_t step = step_of(lane, ClockPeriod{}.now());
    if (step > part_->pattern().last) wrong_now(lane, "does not come to an end");
    Dispatched now;
    now.last = lane.done.on();
    if (!lane.valid.on()) return now;
    now.destination =
        lane.destination ? static_cast<NodeId>(lane.destination->seen()) : part_->pattern().root;
    return now;
  }

 private:
  Lane& asked(NodeId node) { return lane(part_->nodes() + node, *part_, block_, node); }
  Lane& clocked(NodeId node) { return lane(node, *part_, block_, node); }
  void make_all() override {
    for (NodeId node = 0; node < part_->nodes(); ++node) clocked(node);
  }

  [[nodiscard]] std::int64_t step_of(const Lane& lane, Cycles cycle) const {
    return (cycle - lane.begun).count() / step_.count() + 1;
  }
  [[nodiscard]] bool steps(const Lane& lane, Cycles cycle) const {
    return (cycle - lane.begun).count() % step_.count() == 0;
  }

  void present(Lane& lane, Cycles cycle) override {
    lane.step_en.set(steps(lane, cycle));
    lane.start.set(cycle == lane.begun);
    if (steps(lane, cycle)) lane.present = std::exchange(lane.told, std::nullopt);
  }

  void expect(Lane& lane, Cycles cycle) override {
    const DispatchPattern& pattern = part_->pattern();
    const std::int64_t step = step_of(lane, cycle);
    lane.valid.expect(lane.present.has_value());
    lane.done.expect(step == pattern.last);
    if (lane.destination && lane.present) lane.destination->expect(*lane.present);
    if (lane.phase) lane.phase->expect(pattern.phase(step));
  }

  /// Until the step after the last one.
  bool goes_on(Lane& lane, Cycles cycle) override {
    return step_of(lane, cycle) <= part_->pattern().last;
  }

  packet_dispatcher* part_;
  dispatch_if* model_ = nullptr;  ///< what the twins stand in front of
  std::string block_;
  Cycles step_;
};

TwinBlock block_of_kind(const std::string& name, const std::string& sizes, const std::string& help,
                        bool (*is_kind)(Kind kind)) {
  return {.name = name,
          .part = "hw/router/packet_dispatcher.hpp",
          .sizes = sizes,
          .help = help,
          .built = dispatch_twins::parameters(3),
          .attach = [name, is_kind](sc_core::sc_object& object,
                                    const TwinSite& site) -> std::unique_ptr<twin_bank> {
            auto* const part = dynamic_cast<packet_dispatcher*>(&object);
            if (part == nullptr || !is_kind(part->pattern().kind)) return nullptr;
            return std::make_unique<dispatch_twins>(*part, name, site);
          }};
}

}  // namespace

TwinBlock ft_dispatch_gather_block() {
  return block_of_kind("ft_dispatch_gather", "arity 2, c_1 = 1, from 4 nodes on",
                       "When a leaf of a binary fat tree sends its block in the timed gather",
                       [](Kind kind) { return kind == Kind::kGather; });
}

TwinBlock ft_dispatch_alltoall_block() {
  return block_of_kind(
      "ft_dispatch_alltoall", "arity 2, from 2 nodes on",
      "What a leaf sends in the pipelined alltoall by the paper's orders",
      [](Kind kind) { return kind == Kind::kConstant || kind == Kind::kExponential; });
}

TwinBlock ft_dispatch_general_block() {
  return block_of_kind("ft_dispatch_general", "arity 2, e_h up to 2^(h-1)",
                       "What a leaf sends in the pipelined alltoall, for any capacities",
                       [](Kind kind) { return kind == Kind::kGeneral; });
}

}  // namespace plexus::ft_dispatch_adapter
