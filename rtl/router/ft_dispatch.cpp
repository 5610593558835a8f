#include <memory>
#include <optional>
#include <utility>

#include "models/fat-tree/packet_dispatcher.hpp"
#include "hw/time/clock_period.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_dispatch_adapter {

using Kind = DispatchPattern::Kind;

/// Pins of ft_dispatch.sv.
struct Inputs {
  Pin step_en{"step_en"};
  Pin start{"start"};
  Pin leaf{"leaf"};
  Pin root{"root?"};
  Pin effective{"effective?", "Levels"};
  Pin exponential{"exponential?"};
};

struct Outputs {
  Pin valid{"valid"};
  Pin done{"done"};
  Pin destination{"destination?"};
  Pin phase{"phase?"};
};

/// The counters of one node. Those of the three kinds differ in some pins.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& bank, const packet_dispatcher& part, const std::string& block, NodeId of_node)
      : twin{bank, part.machine() + ".node_" + std::to_string(of_node) + '.' + block},
        node{of_node} {
    const DispatchPattern& pattern = part.pattern();
    in.leaf.set(of_node);
    in.root.set(pattern.root);
    in.exponential.set(pattern.kind == Kind::kExponential);
    for (std::size_t h = 0; h < pattern.effective.size(); ++h) {
      in.effective.set(h, static_cast<std::uint64_t>(pattern.effective[h]));
    }
  }

  NodeId node;

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
    lane.in.step_en.set(1);
    lane.in.start.set(ClockPeriod{}.now() == lane.begun);
    lane.settle();
    lane.rise();
    lane.look();
    check_contract(lane, true);
    const std::int64_t step = step_of(lane, ClockPeriod{}.now());
    if (step > part_->pattern().last) wrong_now(lane, "does not come to an end");
    Dispatched now;
    now.last = lane.seen.done.on();
    if (!lane.seen.valid.on()) return now;
    now.destination = lane.seen.destination.width() > 0
                          ? static_cast<NodeId>(lane.seen.destination.get())
                          : part_->pattern().root;
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
    lane.in.step_en.set(steps(lane, cycle));
    lane.in.start.set(cycle == lane.begun);
    if (steps(lane, cycle)) lane.present = std::exchange(lane.told, std::nullopt);
  }

  void expect(Lane& lane, Cycles cycle) override {
    const DispatchPattern& pattern = part_->pattern();
    const std::int64_t step = step_of(lane, cycle);
    lane.out.valid.set(lane.present.has_value());
    lane.out.done.set(step == pattern.last);
    if (lane.present) lane.out.destination.set(*lane.present);
    if (pattern.phase) lane.out.phase.set(pattern.phase(step));
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
          .part = "models/fat-tree/packet_dispatcher.hpp",
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
