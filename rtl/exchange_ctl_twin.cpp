#include "rtl/exchange_ctl_twin.hpp"

#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

namespace {

/// Cycles without an end of a half step after which twins are clocked no more: something else is
/// wrong, and the run has to end.
constexpr Cycles kPatience{1'000'000};

}  // namespace

struct exchange_ctl_twin::Lane {
  NodeId node = 0;
  std::string name;
  std::unique_ptr<exchange_ctl_model_if> model;
  ExchangeInputs inputs;     ///< of this cycle's edge
  ExchangeOutputs before;    ///< of the twin, with these inputs
  bool start = false;        ///< of the part, at this cycle's edge
  bool step_done = false;    ///< likewise
  bool sends = false;        ///< in the present half step, as the twin has announced
  bool full_duplex = false;  ///< the present step
  bool clocked = false;
  Cycles quiet{0};
};

exchange_ctl_twin::exchange_ctl_twin(exchange_ctl& part, TwinMode mode, twin_clock& clock,
                                     ExchangeModelMaker make)
    : part_{&part},
      clock_{&clock},
      make_{make ? std::move(make) : make_exchange_ctl_model},
      mode_{mode} {
  clock.add(*this);
}

exchange_ctl_twin::~exchange_ctl_twin() = default;

exchange_ctl_twin::Lane& exchange_ctl_twin::lane_of(NodeId node) {
  std::unique_ptr<Lane>& lane = lanes_[node];
  if (!lane) {
    lane = std::make_unique<Lane>();
    lane->node = node;
    lane->name = part_->machine() + ".node_" + std::to_string(node) + ".exchange_ctl";
    lane->model = make_(clock_->context(), rtl_name(lane->name), exchange_ctl::odd(node));
  }
  return *lane;
}

/// Presents what the twin has been told in this time step.
void exchange_ctl_twin::tell(Lane& lane) {
  lane.model->present(lane.inputs);
  lane.before = lane.model->outputs();
  lane.sends = lane.before.start;
  lane.clocked = true;
  lane.quiet = 0_cycles;
  clock_->wake();
}

void exchange_ctl_twin::go(NodeId node, bool full_duplex) {
  Lane& lane = lane_of(node);
  lane.inputs.go = true;
  lane.inputs.full_duplex = lane.full_duplex = full_duplex;
  part_->go(node, full_duplex);
  lane.start = part_->sends(node);
  tell(lane);
}

bool exchange_ctl_twin::half_done(NodeId node) {
  Lane& lane = lane_of(node);
  lane.inputs.half_done = true;
  lane.step_done = part_->half_done(node);
  lane.start = part_->sends(node);
  tell(lane);
  return mode_ == TwinMode::kReplace ? lane.before.step_done : lane.step_done;
}

bool exchange_ctl_twin::sends(NodeId node) const {
  return mode_ == TwinMode::kReplace ? lanes_.at(node)->sends : part_->sends(node);
}

/// In the part's place: what the twin shows after the edge must be this; see `follow`.
bool exchange_ctl_twin::receives(NodeId node) const {
  if (mode_ == TwinMode::kLockstep) return part_->receives(node);
  const Lane& lane = *lanes_.at(node);
  return lane.full_duplex || !lane.sends;
}

void exchange_ctl_twin::show(VerilatedVcdC& wave) {
  for (NodeId node = 0; node < part_->nodes(); ++node) lane_of(node).model->show(wave);
}

void exchange_ctl_twin::present(Cycles /*cycle*/) {
  for (const auto& [node, lane] : lanes_) {
    if (!lane->clocked) continue;
    lane->model->present(lane->inputs);
    lane->before = lane->model->outputs();
  }
}

void exchange_ctl_twin::edge() {
  for (const auto& [node, lane] : lanes_) {
    if (lane->clocked) lane->model->edge();
    if (clock_->asserted()) {
      clock_->fail(lane->name, "The twin of " + lane->name + " breaks its own contract.");
    }
  }
}

bool exchange_ctl_twin::look(Cycles cycle) {
  bool more_work = false;
  for (const auto& [node, lane] : lanes_) {
    if (!lane->clocked) continue;
    const bool in_step = mode_ == TwinMode::kLockstep ? compare(*lane, cycle) : follow(*lane);
    const bool told = lane->inputs.go || lane->inputs.half_done;
    lane->quiet += 1_cycles;
    lane->clocked = told || (in_step && lane->quiet < kPatience);
    more_work |= lane->clocked;
    lane->inputs = {};
    lane->start = lane->step_done = false;
  }
  return more_work;
}

/// True while a step is in progress.
bool exchange_ctl_twin::compare(const Lane& lane, Cycles cycle) const {
  const ExchangeOutputs after = lane.model->outputs();
  const Lockstep lockstep{[&] { return lane.name; }, cycle};
  lockstep.check("start", lane.start, lane.before.start);
  lockstep.check("step_done", lane.step_done, lane.before.step_done);
  lockstep.check("ready", part_->idle(lane.node), after.ready);
  lockstep.check("send", part_->sends(lane.node), after.send);
  lockstep.check("receive", part_->receives(lane.node), after.receive);
  return !part_->idle(lane.node);
}

/// True while a step is in progress.
bool exchange_ctl_twin::follow(const Lane& lane) {
  const ExchangeOutputs after = lane.model->outputs();
  const bool begun = lane.inputs.go || (lane.inputs.half_done && !lane.before.step_done);
  if (begun && (after.send != lane.sends || after.receive != (lane.full_duplex || !lane.sends))) {
    clock_->fail(lane.name,
                 "The twin of " + lane.name + " shows another half step than it has announced.");
  }
  return !after.ready;
}

}  // namespace plexus
