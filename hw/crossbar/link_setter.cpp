#include "hw/crossbar/link_setter.hpp"

namespace plexus {

link_setter::link_setter(sc_core::sc_module_name name, const SettingPolicy& policy)
    : config_manager{name, policy.timing}, policy_{policy} {}

bool link_setter::can_set() const {
  const PhaseLink& joined = link(next_);
  return port_idle(joined.a) && port_idle(joined.b);
}

void link_setter::set_next() {
  policy_.banks == 1 ? links->open(next_) : links->load(next_, true, policy_.swap);
  ++next_;
}

void link_setter::say_link(ManagerSetting::Does what) const {
  if (heard()) say(ManagerSetting{what, 0, 0, link(next_).a, link(next_).b});
}

void link_setter::link_is_set(NodeId /*setter*/, std::size_t /*link*/, bool last) {
  set_next();
  if (!last) return;
  ++phase_;
  state_ = State::kBetween;
  say({});
  wake();
}

void link_setter::go_on() {
  const LinkSchedule& schedule = links->schedule();
  const auto spend = [&](State state, Cycles time) {
    state_ = state;
    until_ = now() + time;
    if (time > 0_cycles) wake_at(until_);
  };
  for (;;) {
    switch (state_) {
      case State::kBetween:
        if (phase_ == schedule.phases()) return;
        count_command(static_cast<std::int64_t>(schedule.phase(phase_).size()));
        if (heard()) say(ManagerSetting{ManagerSetting::Does::kBeginsPhase, phase_ + 1});
        if (!times(next_, static_cast<std::uint32_t>(schedule.begin(phase_ + 1)), true)) {
          state_ = State::kTimed;
          return;
        }
        spend(State::kFixed, timing_.fixed);
        break;
      case State::kFixed:
        if (now() < until_) return;
        state_ = State::kWaiting;
        break;
      case State::kWaiting:
        if (next_ == schedule.begin(phase_ + 1)) {
          ++phase_;
          state_ = State::kBetween;
          say({});
          break;
        }
        if (!can_set()) {
          say_link(ManagerSetting::Does::kWaitsForPorts);
          return;
        }
        say_link(ManagerSetting::Does::kSetsLink);
        spend(State::kSetting, timing_.per_link);
        tell_link(until_);
        break;
      case State::kSetting:
        if (now() < until_) return;
        state_ = State::kBetween;  // not waiting: what is set may free other ports at once
        set_next();
        state_ = State::kWaiting;
        break;
      case State::kTimed:
        return;
    }
  }
}

}  // namespace plexus
