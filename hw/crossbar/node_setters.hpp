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

}  // namespace plexus
