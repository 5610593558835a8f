#include <optional>
#include <utility>

#include "models/fat-tree/packet_dispatcher.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::ft_dispatch_adapter {

using Kind = DispatchPattern::Kind;

/// Pins of ft_dispatch_gather.sv and its like: those of the three kinds differ in some.
struct Inputs {
  Pin step_en{"step_en"}, start{"start"}, leaf{"leaf"}, root{"root?"};
  Pin effective{"effective?", "Levels"}, exponential{"exponential?"};
};
struct Outputs {
  Pin valid{"valid"}, done{"done"}, destination{"destination?"}, phase{"phase?"};
};
/// The counters of one node.
struct Lane final : twin<Inputs, Outputs> {
  Cycles begun{0};                ///< cycle of step 1
  std::optional<NodeId> told;     ///< in this cycle: the model dispatches for this node
  std::optional<NodeId> present;  ///< the same in the present step
};

/// Twins of the counters of a network's nodes, a lane per node. In the part's place a node's twin
/// has its edge at once, when the program asks; a wave then shows another one beside it, which has
/// its edges where the wave has them.
class dispatch_twins final : public twins_before<Lane, dispatch_if, packet_dispatcher> {
 public:
  dispatch_twins(packet_dispatcher& of, const TwinSite& site)
      : twins_before{of.counters, of, site, parameters(of.pattern().levels),
                     PartNames(of.nodes(), [&of, block = site.source.block](std::uint64_t number) {
                       return in_nodes(machine_name(of), 0, block).name(number % of.nodes());
                     })} {}

  static Parameters parameters(unsigned levels) { return {{"Levels", levels}}; }

  [[nodiscard]] bool asked() const override { return replaces(); }
  void begin(NodeId node) override {
    model.begin(node);
    if (replaces()) {
      asked(node).begun = ClockPeriod{}.now();
      if (!clock().shows()) return;
    }
    active_lane(node).begun = ClockPeriod{}.now();
  }
  void tell(NodeId node, NodeId destination) override {
    model.tell(node, destination);
    lane(node).told = destination;
  }
  [[nodiscard]] Dispatched ask(NodeId node) override {
    Lane& lane = asked(node);
    const Cycles now = ClockPeriod{}.now();
    lane.in.step_en.set(1);
    lane.in.start.set(now == lane.begun);
    lane.step();
    check_contract(lane, true);
    if (step_of(lane, now) > pattern().last) wrong_now(lane, "does not come to an end");
    Dispatched sent{.destination = {}, .last = lane.seen.done.on()};
    if (!lane.seen.valid.on()) return sent;
    const bool tells = lane.seen.destination.width() > 0;
    sent.destination = tells ? lane.seen.destination.as<NodeId>() : pattern().root;
    return sent;
  }

 private:
  [[nodiscard]] const DispatchPattern& pattern() const { return part.pattern(); }
  Lane& asked(NodeId node) { return lane(std::uint64_t{part.nodes()} + node); }
  [[nodiscard]] std::int64_t step_of(const Lane& lane, Cycles cycle) const {
    return (cycle - lane.begun).count() / pattern().step.count() + 1;
  }

  void made(Lane& lane) override {
    lane.in.leaf.set(lane.number() % part.nodes());
    lane.in.root.set(pattern().root);
    lane.in.exponential.set(pattern().kind == Kind::kExponential);
    for (std::size_t h = 0; h < pattern().effective.size(); ++h) {
      lane.in.effective.set(h, pattern().effective[h]);
    }
  }
  void present(Lane& lane, Cycles cycle) override {
    const bool steps = (cycle - lane.begun).count() % pattern().step.count() == 0;
    lane.in.step_en.set(steps);
    lane.in.start.set(cycle == lane.begun);
    if (steps) lane.present = std::exchange(lane.told, std::nullopt);
  }
  void expect(Lane& lane, Cycles cycle) override {
    const std::int64_t step = step_of(lane, cycle);
    lane.out.valid.set(lane.present.has_value());
    lane.out.done.set(step == pattern().last);
    if (lane.present) lane.out.destination.set(*lane.present);
    if (pattern().phase) lane.out.phase.set(pattern().phase(step));
  }
  /// Until the step after the last one.
  bool goes_on(Lane& lane, Cycles cycle) override { return step_of(lane, cycle) <= pattern().last; }
};

/// Dispatchers of one of two kinds.
template <Kind one, Kind other = one>
constexpr auto kIs = [](const packet_dispatcher& part, const TwinSite&) {
  return part.pattern().kind == one || part.pattern().kind == other;
};

TwinBlock ft_dispatch_gather_block() { return block_of<dispatch_twins, kIs<Kind::kGather>>(3); }
TwinBlock ft_dispatch_alltoall_block() {
  return block_of<dispatch_twins, kIs<Kind::kConstant, Kind::kExponential>>(3);
}
TwinBlock ft_dispatch_general_block() { return block_of<dispatch_twins, kIs<Kind::kGeneral>>(3); }

}  // namespace plexus::ft_dispatch_adapter
