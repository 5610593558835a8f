#pragma once

#include <map>
#include <span>
#include <vector>

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// Every node sets its own ends of links, one after the other, from the moment when it reaches a
/// phase; a link is open when both its ends are set. As in the electro-optical crossbar, in which
/// every processor drives its own column (section 2 of the paper).
class node_setters final : public config_manager {
 public:
  node_setters(sc_core::sc_module_name name, const SettingPolicy& policy);

  void begin() override;

  void reached(NodeId node, std::span<const NodeEnd> ends) override;
  [[nodiscard]] bool per_node() const override { return true; }
  void link_is_set(NodeId setter, std::size_t link, bool last) override;

 private:
  void go_on() override;
  void end_is_set(std::uint32_t link) {
    if (++ends_set_[link] == 2) links->open(link);
  }

  CalendarQueue<std::uint32_t> calendar_;             ///< links of which an end will be set
  std::vector<std::uint8_t> ends_set_;                ///< by link
  std::map<NodeId, std::span<const NodeEnd>> timed_;  ///< commands that another clock times
};

inline node_setters::node_setters(sc_core::sc_module_name name, const SettingPolicy& policy)
    : config_manager{name, policy.timing} {}

inline void node_setters::begin() {
  config_manager::begin();
  ends_set_.assign(links->schedule().links().size(), 0);
}

inline void node_setters::link_is_set(NodeId setter, std::size_t number, bool /*last*/) {
  end_is_set(timed_[setter][number].link);
}

inline void node_setters::reached(NodeId node, std::span<const NodeEnd> ends) {
  count_command(static_cast<std::int64_t>(ends.size()));
  SettingCommand command{.setter = node, .links = {}, .set_at = {}};
  for (const NodeEnd& end : ends) {
    command.links.emplace_back(end.port, end.port);
    command.set_at.push_back(now() + timing_.command(std::ssize(command.links)));
  }
  timed_[node] = ends;
  if (!times(command)) return;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Cycles set = command.set_at[i];
    const bool earliest = calendar_.empty() || set < calendar_.next();
    calendar_.add(set, ends[i].link);
    if (!earliest) continue;
    set == now() ? wake() : wake_at(set);
  }
}

inline void node_setters::go_on() {
  while (!calendar_.empty() && calendar_.next() == now()) {
    const std::vector<std::uint32_t> due = calendar_.take_next();  // it may grow under way
    for (const std::uint32_t number : due) end_is_set(number);
  }
  if (!calendar_.empty()) wake_at(calendar_.next());
}

}  // namespace plexus
