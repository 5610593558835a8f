#include "models/hypercube/exchange_ctl.hpp"

#include "rtl/frame/block.hpp"
#include "rtl/frame/patience.hpp"

namespace plexus::exchange_ctl_adapter {

/// Pins of exchange_ctl.sv.
struct Inputs {
  Pin parity{"parity"}, step_go{"step_go"}, full_duplex{"full_duplex"}, half_done{"half_done"};
};

struct Outputs {
  Pin start = Pin{"start"}.before(), step_done = Pin{"step_done"}.before(), ready{"ready"};
  Pin send{"send"}, receive{"receive"};
};

/// The control of one node.
struct Lane final : twin<Inputs, Outputs> {
  bool told = false;       ///< something, in this cycle
  bool starts = false;     ///< the part, at this cycle's edge
  bool ends = false;       ///< likewise its step
  bool sends = false;      ///< in the present half step, as the twin has announced
  bool both_ways = false;  ///< the present step is full duplex
  bool begins = false;     ///< a half step, at this cycle's edge, as the twin has announced
  Cycles quiet{0};         ///< without an end of a half step
};

/// Twins of the controls of a machine's nodes, a lane per node.
class exchange_ctl_twins final : public twins_before<Lane, exchange_ctl_if, exchange_ctl> {
 public:
  exchange_ctl_twins(exchange_ctl& of, const TwinSite& site)
      : twins_before{
            of.states, of, site, {}, in_nodes(machine_name(of), of.nodes(), "exchange_ctl")} {}

  void go(NodeId node, bool full_duplex) override {
    Lane& lane = active_lane(node);
    lane.in.step_go.set(1);
    lane.in.full_duplex.set(full_duplex);
    lane.both_ways = full_duplex;
    model.go(node, full_duplex);
    tell(lane);
  }

  bool half_done(NodeId node) override {
    Lane& lane = active_lane(node);
    lane.in.half_done.set(1);
    lane.ends = model.half_done(node);
    tell(lane);
    return replaces() ? lane.seen.step_done.on() : lane.ends;
  }

  [[nodiscard]] bool sends(NodeId node) const override {
    return replaces() ? existing(node)->sends : model.sends(node);
  }

  /// In the part's place: what the twin shows after the edge must be this; see `follow`.
  [[nodiscard]] bool receives(NodeId node) const override {
    if (!replaces()) return model.receives(node);
    const Lane& lane = *existing(node);
    return lane.both_ways || !lane.sends;
  }

 private:
  void made(Lane& lane) override { lane.in.parity.set(exchange_ctl::odd(node_of(lane))); }

  static NodeId node_of(const Lane& lane) { return static_cast<NodeId>(lane.number()); }

  /// Presents what the twin has been told in this time step.
  void tell(Lane& lane) {
    lane.told = true;
    lane.quiet = 0_cycles;
    lane.starts = model.sends(node_of(lane));
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
    const bool sends = model.sends(node_of(lane));
    const bool receives = model.receives(node_of(lane));
    lane.out.ready.set(!sends && !receives);
    lane.out.send.set(sends);
    lane.out.receive.set(receives);
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
};

TwinBlock exchange_ctl_block() {
  return {.part = "models/hypercube/exchange_ctl.hpp",
          .sizes = "any",
          .help = "Exchange steps with the neighbour across a dimension: who sends when",
          .built = {},
          .attach = attach_to<exchange_ctl, exchange_ctl_twins>};
}

}  // namespace plexus::exchange_ctl_adapter
