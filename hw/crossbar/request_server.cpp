#include "hw/crossbar/request_server.hpp"

#include <algorithm>
#include <vector>

namespace plexus {

request_server::request_server(sc_core::sc_module_name name, const SettingPolicy& policy)
    : config_manager{name, policy.timing}, policy_{policy} {}

void request_server::at_hand(std::uint32_t number) {
  under_way_.add(now() + policy_.request_latency, number);
  settled_ = false;
  wake();
}

/// Ends of transfers, then new requests, then the choice: it is made when a whole delta cycle has
/// passed in which no request came.
void request_server::go_on() {
  const Cycles time = now();
  while (!granted_.empty() && granted_.next() == time) {
    const std::vector<std::uint32_t> due = granted_.take_next();
    for (const std::uint32_t number : due) links->open(number);
    settled_ = false;
  }
  if (heard() && time >= idle_from_ && std::exchange(says_, false)) say({});
  come_in(time);
  if (!waiting_.empty() && time >= idle_from_ && !timed_) {
    if (!std::exchange(settled_, true)) return wake();
    serve(time);
  }
  Cycles next{-1};
  const auto sooner = [&](Cycles cycle) {
    if (cycle > time && (next < 0_cycles || cycle < next)) next = cycle;
  };
  if (!granted_.empty()) sooner(granted_.next());
  if (!under_way_.empty()) sooner(under_way_.next());
  if (!waiting_.empty()) sooner(idle_from_);
  if (next > time) wake_at(next);
}

void request_server::come_in(Cycles time) {
  while (!under_way_.empty() && under_way_.next() <= time) {
    const Cycles arrived = under_way_.next();
    for (const std::uint32_t number : under_way_.take_next())
      waiting_.emplace(std::pair{arrived, number}, true);
    settled_ = false;
  }
  figures_.most_waiting = std::max<std::uint64_t>(figures_.most_waiting, waiting_.size());
  tell_queue();
}

void request_server::tell_queue() {
  if (!heard() || std::exchange(told_waiting_, waiting_.size()) == waiting_.size()) return;
  if (waiting_.empty()) return say_queue({});
  const PhaseLink& first = link(waiting_.begin()->first.second);
  say_queue(ManagerSetting{ManagerSetting::Does::kHasQueued, waiting_.size(), 0, first.a, first.b});
}

void request_server::serve(Cycles time) {
  const std::uint64_t most = policy_.batch == 0 ? waiting_.size() : policy_.batch;
  const auto served = static_cast<std::int64_t>(std::min<std::uint64_t>(most, waiting_.size()));
  count_command(served);
  idle_from_ = time + timing_.command(served);
  says_ = heard();
  if (heard()) {
    say(ManagerSetting{ManagerSetting::Does::kSetsSome, static_cast<std::uint64_t>(served),
                       waiting_.size()});
  }
  served_.clear();
  for (auto one = waiting_.begin(); std::ssize(served_) < served; ++one) {
    served_.push_back(one->first.second);
  }
  timed_ = idle_from_ > time && !times(served_);
  bool at_once = false;
  for (std::int64_t i = 1; i <= served; ++i) {
    const auto [asked, number] = waiting_.begin()->first;
    figures_.request_wait += time - asked;
    waiting_.erase(waiting_.begin());
    if (timed_) continue;
    granted_.add(time + timing_.command(i), number);
    at_once = at_once || timing_.command(i) == 0_cycles;
  }
  tell_queue();
  settled_ = false;
  if (at_once || idle_from_ == time) wake();
}

void request_server::link_is_set(NodeId /*setter*/, std::size_t number, bool last) {
  links->open(served_[number]);
  settled_ = false;
  if (!last) return;
  timed_ = false;
  idle_from_ = now();
  wake();
}

}  // namespace plexus
