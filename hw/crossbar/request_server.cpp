#include "hw/crossbar/request_server.hpp"

#include <utility>

namespace plexus {

request_server::request_server(sc_core::sc_module_name name, const SettingPolicy& policy)
    : config_manager{name, policy.timing}, policy_{policy} {}

void request_server::at_hand(std::uint32_t number) {
  requests_.ask(number, now());
  settled_ = false;
  wake();
}

/// Ends of transfers, then new requests, then the choice: it is made when a whole delta cycle has
/// passed in which no request came.
void request_server::go_on() {
  const Cycles time = now();
  while (requests_.opens(time)) {
    for (const std::uint32_t number : requests_.open()) links->open(number);
    settled_ = false;
  }
  if (heard() && requests_.idle(time) && std::exchange(says_, false)) say({});
  if (requests_.come_in(time)) settled_ = false;
  tell_queue();
  if (!requests_.waiting().empty() && requests_.idle(time) && !timed_) {
    if (!std::exchange(settled_, true)) return wake();
    serve(time);
  }
  if (const auto next = requests_.next(time)) wake_at(*next);
}

void request_server::tell_queue() {
  const auto& waiting = requests_.waiting();
  if (!heard() || std::exchange(told_waiting_, waiting.size()) == waiting.size()) return;
  if (waiting.empty()) return say_queue({});
  const PhaseLink& first = link(waiting.begin()->second);
  say_queue(ManagerSetting{ManagerSetting::Does::kHasQueued, waiting.size(), 0, first.a, first.b});
}

void request_server::serve(Cycles time) {
  const std::size_t waiting = requests_.waiting().size();
  requests_.serve(time, [](std::uint32_t) { return true; });
  says_ = heard();
  const auto& served = requests_.served();
  if (heard()) say(ManagerSetting{ManagerSetting::Does::kSetsSome, served.size(), waiting});
  timed_ = !requests_.idle(time) && !times(served);
  if (!timed_) requests_.grant(time);
  tell_queue();
  settled_ = false;
  if (requests_.idle(time)) wake();
}

void request_server::link_is_set(NodeId /*setter*/, std::size_t number, bool last) {
  links->open(requests_.served()[number]);
  settled_ = false;
  if (!last) return;
  timed_ = false;
  requests_.end_command(now());
  wake();
}

}  // namespace plexus
