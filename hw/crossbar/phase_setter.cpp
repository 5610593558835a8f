#include "hw/crossbar/phase_setter.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace plexus {

namespace {

constexpr Cycles kNever{
    std::numeric_limits<std::int64_t>::max()};  // until another clock or the barrier says so

}  // namespace

phase_setter::phase_setter(sc_core::sc_module_name name, NodeId nodes, const SettingPolicy& policy)
    : config_manager{name, policy.timing},
      policy_{policy},
      ends_(policy.setters == Setters::kPerNode ? nodes : 0) {}

void phase_setter::done(std::uint32_t number) {
  if (!phases->is_over(number, --left_ == 0)) return;
  over_ = true;
  wake();
}

void phase_setter::go_on() {
  for (;;) {
    switch (state_) {
      case State::kIdle:
        if (next_ == links->schedule().phases()) return;
        if (policy_.banks == 1 && !over_) return;
        begin_command();
        break;
      case State::kSetting:
        if (now() < until_) return;
        if (policy_.banks == 1) {
          open_phase();
          break;
        }
        for (std::size_t i = links->schedule().begin(next_); i < links->schedule().begin(next_ + 1);
             ++i) {
          links->load(static_cast<std::uint32_t>(i), false, policy_.swap);
        }
        state_ = State::kLoaded;
        if (left_ > 0) say(ManagerSetting{ManagerSetting::Does::kHasLoaded, next_ + 1});
        break;
      case State::kLoaded:
        if (left_ > 0) return;
        state_ = State::kSwapping;
        until_ = now() + policy_.swap;
        for (std::size_t i = links->schedule().begin(next_); i < links->schedule().begin(next_ + 1);
             ++i) {
          links->begin_swap(static_cast<std::uint32_t>(i), policy_.swap);
        }
        if (policy_.swap > 0_cycles) {
          say(ManagerSetting{ManagerSetting::Does::kSwaps, next_ + 1});
          wake_at(until_);
        }
        break;
      case State::kSwapping:
        if (now() < until_) return;
        open_phase();
        break;
    }
  }
}

void phase_setter::begin_command() {
  const Cycles time = setting_time();
  state_ = State::kSetting;
  until_ = now() + time;
  phases->setting_begins(next_);
  if (heard()) {
    say(ManagerSetting{ManagerSetting::Does::kSetsPhase, next_ + 1,
                       links->schedule().phase(next_).size()});
  }
  if (time == 0_cycles) return;  // over before a clock could see it
  if (!times_phase()) {
    until_ = kNever;
  } else {
    wake_at(until_);
  }
}

bool phase_setter::times_phase() {
  const auto begin = static_cast<std::uint32_t>(links->schedule().begin(next_));
  const auto end = static_cast<std::uint32_t>(links->schedule().begin(next_ + 1));
  commands_left_ = 1;
  if (!per_node()) return times(begin, end, false);
  std::map<NodeId, SettingCommand> commands;
  for (std::uint32_t number = begin; number < end; ++number) {
    for (const CrossbarPort port : {link(number).a, link(number).b}) {
      SettingCommand& own = commands[port.node];
      own.setter = port.node;
      own.links.emplace_back(port.port, port.port);
      own.set_at.push_back(now() + timing_.command(static_cast<std::int64_t>(own.links.size())));
    }
  }
  commands_left_ = commands.size();
  bool own = true;
  for (const auto& [node, command] : commands) own = times(command) && own;
  return own;
}

void phase_setter::link_is_set(NodeId /*setter*/, std::size_t /*link*/, bool last) {
  if (!last || --commands_left_ > 0) return;
  until_ = now();
  wake();
}

/// R(n), or that of the slowest node.
Cycles phase_setter::setting_time() {
  const auto phase = links->schedule().phase(next_);
  if (policy_.setters == Setters::kCentral) {
    count_command(static_cast<std::int64_t>(phase.size()));
    return timing_.command(static_cast<std::int64_t>(phase.size()));
  }
  for (const PhaseLink& joined : phase) {
    ++ends_[joined.a.node];
    ++ends_[joined.b.node];
  }
  std::int64_t most = 0;
  for (const PhaseLink& joined : phase) {
    for (const NodeId node : {joined.a.node, joined.b.node}) {
      const std::int64_t own = std::exchange(ends_[node], 0);
      if (own == 0) continue;
      count_command(own);
      most = std::max(most, own);
    }
  }
  return timing_.command(most);
}

void phase_setter::open_phase() {
  const std::size_t begin = links->schedule().begin(next_);
  const std::size_t end = links->schedule().begin(next_ + 1);
  if (!phases->opens(next_)) {
    until_ = kNever;
    return;
  }
  ++next_;
  state_ = State::kIdle;
  left_ += end - begin;
  over_ = begin == end;
  say({});
  for (std::size_t i = begin; i < end; ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    policy_.banks == 1 ? links->open(number) : links->activate(number);
  }
}

}  // namespace plexus
