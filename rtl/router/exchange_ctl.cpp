#include "hw/router/exchange_ctl.hpp"

#include "rtl/frame/block.hpp"

namespace plexus::exchange_ctl_adapter {

/// Cycles without an end of a half step after which twins are clocked no more: something else is
/// wrong, and the run has to end.
constexpr Cycles kPatience{1'000'000};

/// Pins of exchange_ctl.sv.
struct Inputs {
  Pin parity{"parity"};
  Pin step_go{"step_go"};
  Pin full_duplex{"full_duplex"};
  Pin half_done{"half_done"};
};

struct Outputs {
  Pin start = Pin{"start"}.before();
  Pin step_done = Pin{"step_done"}.before();
  Pin ready{"ready"};
  Pin send{"send"};
  Pin receive{"receive"};
};

/// The control of one node.
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& bank, const std::string& machine, NodeId number)
      : twin{bank, machine + ".node_" + std::to_string(number) + ".exchange_ctl"}, node{number} {
    in.parity.set(exchange_ctl::odd(number));
  }

  NodeId node;
  bool told = false;       ///< something, in this cycle
  bool starts = false;     ///< the part, at this cycle's edge
  bool ends = false;       ///< likewise its step
  bool sends = false;      ///< in the present half step, as the twin has announced
  bool both_ways = false;  ///< the present step is full duplex
  bool begins = false;     ///< a half step, at this cycle's edge, as the twin has announced
  Cycles quiet{0};
};

/// Twins of the controls of a machine's nodes, a lane per node.
class exchange_ctl_twins final : public twins_of<Lane>, public exchange_ctl_if {
 public:
  exchange_ctl_twins(exchange_ctl& part, const TwinSite& site)
      : twins_of{site, {}}, part_{&part}, model_{&part.states.in_front(*this)} {}

  void go(NodeId node, bool full_duplex) override {
    Lane& lane = active_lane(node, part_->machine(), node);
    lane.in.step_go.set(1);
    lane.in.full_duplex.set(full_duplex);
    lane.both_ways = full_duplex;
    model_->go(node, full_duplex);
    tell(lane);
  }

  bool half_done(NodeId node) override {
    Lane& lane = active_lane(node, part_->machine(), node);
    lane.in.half_done.set(1);
    lane.ends = model_->half_done(node);
    tell(lane);
    return replaces() ? lane.seen.step_done.on() : lane.ends;
  }

  [[nodiscard]] bool sends(NodeId node) const override {
    return replaces() ? existing(node)->sends : model_->sends(node);
  }

  /// In the part's place: what the twin shows after the edge must be this; see `follow`.
  [[nodiscard]] bool receives(NodeId node) const override {
    if (!replaces()) return model_->receives(node);
    const Lane& lane = *existing(node);
    return lane.both_ways || !lane.sends;
  }

 private:
  void make_all() override {
    for (NodeId node = 0; node < part_->nodes(); ++node) lane(node, part_->machine(), node);
  }

  /// Presents what the twin has been told in this time step.
  void tell(Lane& lane) {
    lane.told = true;
    lane.quiet = 0_cycles;
    lane.starts = model_->sends(lane.node);
    lane.settle();
    lane.sends = lane.seen.start.on();
    lane.begins = lane.in.step_go.get() != 0 || !lane.seen.step_done.on();
  }

  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.in.step_go.set(0);
    lane.in.full_duplex.set(0);
    lane.in.half_done.set(0);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    lane.out.start.set(lane.starts);
    lane.out.step_done.set(lane.ends);
    lane.out.ready.set(!model_->sends(lane.node) && !model_->receives(lane.node));
    lane.out.send.set(model_->sends(lane.node));
    lane.out.receive.set(model_->receives(lane.node));
  }

  void follow(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.told || !lane.begins) return;
    const bool receives = lane.both_ways || !lane.sends;
    if (lane.seen.send.on() != lane.sends || lane.seen.receive.on() != receives) {
      wrong(lane, "shows another half step than it has announced");
    }
  }

  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    const bool told = lane.told;
    lane.told = lane.starts = lane.ends = false;
    lane.quiet += 1_cycles;
    return told || (!lane.seen.ready.on() && lane.quiet < kPatience);
  }

  exchange_ctl* part_;
  exchange_ctl_if* model_;  ///< what the twins stand in front of
};

TwinBlock exchange_ctl_block() {
  return {.name = "exchange_ctl",
          .part = "hw/router/exchange_ctl.hpp",
          .sizes = "any",
          .help = "Exchange steps with the neighbour across a dimension: who sends when",
          .built = {},
          .attach = attach_to<exchange_ctl, exchange_ctl_twins>};
}

}  // namespace plexus::exchange_ctl_adapter
