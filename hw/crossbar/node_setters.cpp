#include "hw/crossbar/node_setters.hpp"

namespace plexus {

node_setters::node_setters(sc_core::sc_module_name name, const SettingPolicy& policy)
    : config_manager{name, policy.timing} {}

void node_setters::begin() {
  config_manager::begin();
  ends_set_.assign(links->schedule().links().size(), 0);
}

void node_setters::link_is_set(NodeId setter, std::size_t number, bool /*last*/) {
  end_is_set(timed_[setter][number].link);
}

void node_setters::reached(NodeId node, std::span<const NodeEnd> ends) {
  count_command(static_cast<std::int64_t>(ends.size()));
  std::int64_t number = 0;
  if (heeded()) {
    SettingCommand command{.setter = node, .links = {}, .set_at = {}};
    for (const NodeEnd& end : ends) {
      command.links.emplace_back(end.port, end.port);
      command.set_at.push_back(now() + timing_.command(++number));
    }
    timed_[node] = ends;
    if (!times(command)) return;
    number = 0;
  }
  for (const NodeEnd& end : ends) {
    const Cycles set = now() + timing_.command(++number);
    const bool earliest = calendar_.empty() || set < calendar_.next();
    calendar_.add(set, end.link);
    if (!earliest) continue;
    set == now() ? wake() : wake_at(set);
  }
}

void node_setters::go_on() {
  while (!calendar_.empty() && calendar_.next() == now()) {
    const std::vector<std::uint32_t> due = calendar_.take_next();  // it may grow under way
    for (const std::uint32_t number : due) end_is_set(number);
  }
  if (!calendar_.empty()) wake_at(calendar_.next());
}

}  // namespace plexus
