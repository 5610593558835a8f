#include "models/hypercube/exchange_ctl.hpp"

#include "rtl/frame/block.hpp"

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
  ExchangeOut shows;       ///< in this cycle
  bool told = false;       ///< something, in this cycle
  bool both_ways = false;  ///< the present step is full duplex
  bool begins = false;     ///< a half step, at this cycle's edge, as the twin has announced
  Cycles quiet{0};         ///< without an end of a half step
};

/// Twins of the controls of a machine's nodes, a lane per node. In their place what a twin shows
/// after the edge must be what it has announced.
class exchange_ctl_twins final : public twins_before<Lane, exchange_decision_if, exchange_ctl> {
 public:
  exchange_ctl_twins(exchange_ctl& of, const TwinSite& site)
      : twins_before{
            of.states, of, site, {}, in_nodes(machine_name(of), of.nodes(), "exchange_ctl")} {}

  /// A step may end and the next one begin in one time step.
  ExchangeOut decide(std::uint64_t node, const ExchangeIn& in) override {
    Lane& lane = active_lane(node);
    if (in.step_go) lane.both_ways = in.full_duplex;
    if (in.step_go) put(lane.in, in.parity, 1, in.full_duplex);
    if (in.half_done) lane.in.half_done.set(1);
    lane.settle();
    lane.quiet = 0_cycles;
    ExchangeOut out = model.decide(node, in);
    if (replaces()) {
      out.step_done = lane.seen.step_done.on();
      out.start = out.send = lane.seen.start.on();
      out.receive = lane.both_ways || !out.send;
      lane.begins = lane.in.step_go.on() || !out.step_done;
    }
    const bool ended = std::exchange(lane.told, true) && lane.shows.step_done;
    lane.shows = out;
    lane.shows.step_done = out.step_done || ended;
    return out;
  }

 private:
  void made(Lane& lane) override {
    lane.in.parity.set(exchange_ctl::odd(static_cast<NodeId>(lane.number())));
  }
  void hold(Lane& lane, Cycles /*cycle*/) override { put(lane.in, kFree, 0, 0, 0); }
  void expect(Lane& lane, Cycles /*cycle*/) override { put(lane.out, lane.shows); }
  void follow(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.told || !lane.begins) return;
    if (lane.seen.send.on() != lane.shows.send || lane.seen.receive.on() != lane.shows.receive) {
      wrong(lane, "shows another half step than it has announced");
    }
  }
  bool goes_on(Lane& lane, Cycles /*cycle*/) override {
    lane.shows.start = lane.shows.step_done = false;
    lane.quiet += 1_cycles;
    return std::exchange(lane.told, false) || (!lane.seen.ready.on() && lane.quiet < kPatience);
  }
};

TwinBlock exchange_ctl_block() { return block_of<exchange_ctl_twins>(); }

}  // namespace plexus::exchange_ctl_adapter
