#include "rtl/omega_net_twin.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

namespace {

/// Cycles beside those that a pass costs after which a twin that is still busy will never end.
constexpr Cycles kPatience{1'000'000};

/// Packets are numbered modulo 2^32 on the pins.
std::uint64_t on_pins(PacketId packet) { return packet & 0xffffffffU; }

}  // namespace

bool is_omega(const SwitchWiring& wiring) {
  if (wiring.radix != 2 || wiring.most != 2 || !std::has_single_bit(wiring.ports) ||
      wiring.ports < 2 || wiring.elements != wiring.ports / 2 ||
      std::uint32_t{1} << wiring.stages != wiring.ports) {
    return false;
  }
  for (std::uint32_t line = 0; line < wiring.ports; ++line) {
    const std::uint32_t shuffled = line * 2 % wiring.ports + line * 2 / wiring.ports;
    if (wiring.entry[line] != shuffled || wiring.exit[line] != line) return false;
    for (const Wiring& wires : wiring.between) {
      if (wires[line] != shuffled) return false;
    }
  }
  return true;
}

omega_net_twin::omega_net_twin(sc_core::sc_module_name name, omega_net& net, TwinMode mode,
                               twin_clock& clock, OmegaNetModelMaker make)
    : sc_module{name}, net_{&net}, clock_{&clock}, mode_{mode} {
  HW_PROCESSES(omega_net_twin);
  SC_METHOD(deliver);
  sensitive << finish_;
  dont_initialize();
  if (!make) make = omega_net_models(net.wiring().ports);
  model_ = make(clock.context(), rtl_name(net.name()));
  net.set_pacer(this);
  clock.add(*this);
}

bool omega_net_twin::start(omega_net& net) {
  load_ = clocked_ = true;
  start_ = net.pass_start();
  end_ = net.pass_end();
  clock_->wake();
  return mode_ == TwinMode::kReplace;
}

void omega_net_twin::present(Cycles /*cycle*/) {
  if (!clocked_) return;
  OmegaNetInputs inputs;
  if (load_) inputs = {true, net_->requests(), net_->pass_words(), net_->timing()};
  model_->present(inputs);
  passing_ = passing_ || load_;
  load_ = false;
}

void omega_net_twin::edge() {
  if (!clocked_) return;
  model_->edge();
  if (clock_->asserted()) wrong("breaks its own contract");
}

bool omega_net_twin::look(Cycles cycle) {
  if (!clocked_) return false;
  const OmegaNetOutputs twin = model_->outputs();
  if (mode_ == TwinMode::kLockstep) {
    compare(twin, cycle);
    clocked_ = cycle < end_;
  } else {
    if (passing_ && cycle > end_ + kPatience) wrong("does not end the pass");
    clocked_ = follow(twin);
  }
  return clocked_;
}

/// Raises a fault at the first output that differs.
void omega_net_twin::compare(const OmegaNetOutputs& twin, Cycles cycle) const {
  const bool busy = cycle < end_;
  const bool done = cycle + 1_cycles == end_;
  const SwitchOutcome& outcome = net_->outcome();
  const Lockstep lockstep{[this] { return std::string{net_->name()}; }, cycle};
  lockstep.check("busy", busy, twin.busy);
  lockstep.check("done", done, twin.done);
  compare_elements(twin, cycle);
  std::uint64_t valid = 0;
  std::uint64_t delivered = 0;
  std::uint64_t lost = 0;
  for (NodeId port = 0; busy && port < net_->wiring().ports; ++port) {
    if (outcome.at_port[port] != kNobody) valid |= std::uint64_t{1} << port;
  }
  const auto requests = net_->requests();
  for (std::size_t i = 0; done && i < requests.size(); ++i) {
    (outcome.carrier[i] == i ? delivered : lost) |= std::uint64_t{1} << requests[i].source;
  }
  lockstep.check("valid", valid, twin.valid);
  for (NodeId port = 0; port < net_->wiring().ports; ++port) {
    if ((valid >> port & 1) == 0) continue;
    const std::uint64_t packet = on_pins(requests[outcome.at_port[port]].packet);
    if (packet == twin.data[port]) continue;
    raise_difference(cycle, net_->name(), "data_" + std::to_string(port), packet, twin.data[port]);
  }
  lockstep.check("delivered", delivered, twin.delivered);
  lockstep.check("lost", lost, twin.lost);
}

void omega_net_twin::compare_elements(const OmegaNetOutputs& twin, Cycles cycle) const {
  std::size_t index = 0;
  for (std::uint32_t t = 0; t < net_->wiring().stages; ++t) {
    for (std::uint32_t e = 0; e < net_->wiring().elements; ++e, ++index) {
      const omega_element& element = net_->stage(t)[e];
      const bool works = std::ranges::any_of(element.inputs(), &ElementInput::valid);
      const Lockstep lockstep{[&] { return std::string{element.name()}; }, cycle};
      lockstep.check("conflict", works && element.decision().conflicts > 0, twin.conflict[index]);
      lockstep.check("state", works ? element.state() : 0, twin.state[index]);
    }
  }
}

/// Takes what the twin shows in one cycle; true while it works.
bool omega_net_twin::follow(const OmegaNetOutputs& twin) {
  if (!passing_) {
    if (twin.busy || twin.done) wrong("is busy after the end of a pass");
    return false;
  }
  if (!twin.busy) {
    wrong("is idle before the end of a pass");
  } else if (twin.done) {
    take_outcome(twin);
    passing_ = false;
    finish_.notify(clock_->half());
  }
  return true;
}

/// What became of the messages, by the outputs of the last cycle.
void omega_net_twin::take_outcome(const OmegaNetOutputs& twin) {
  const auto requests = net_->requests();
  const SwitchWiring& wiring = net_->wiring();
  outcome_ = {};
  outcome_.at_port.assign(wiring.ports, kNobody);
  outcome_.blocked.assign(wiring.stages + std::size_t{1}, 0);
  std::uint64_t sent = 0;  // a bit per source
  std::uint64_t out = 0;
  for (const SwitchRequest& request : requests) sent |= std::uint64_t{1} << request.source;
  for (NodeId port = 0; port < wiring.ports; ++port) {
    if ((twin.valid >> port & 1) == 0) continue;
    const auto found = std::ranges::find(requests, twin.data[port], [](const SwitchRequest& asked) {
      return on_pins(asked.packet);
    });
    if (found == requests.end()) {
      wrong("shows at port " + std::to_string(port) + " a message that did not go in");
      continue;
    }
    outcome_.at_port[port] = static_cast<std::uint32_t>(found - requests.begin());
    out |= std::uint64_t{1} << found->source;
  }
  if ((twin.delivered ^ twin.lost) != sent || (twin.delivered & ~out) != 0) {
    wrong("tells a source the wrong end of its message");
  }
  for (std::uint32_t i = 0; i < requests.size(); ++i) {
    const bool delivered = (twin.delivered >> requests[i].source & 1) != 0;
    outcome_.carrier.push_back(delivered ? i : kNobody);
  }
  for (std::size_t index = 0; index < twin.conflict.size(); ++index) {
    if (!twin.conflict[index]) continue;
    ++outcome_.blocked[index / wiring.elements];
    ++outcome_.conflicts;
  }
}

void omega_net_twin::wrong(const std::string& what) {
  clock_->fail(net_->name(), std::string{"The twin of "} + net_->name() + ' ' + what + '.');
}

void omega_net_twin::deliver() { net_->finish(outcome_); }

}  // namespace plexus
