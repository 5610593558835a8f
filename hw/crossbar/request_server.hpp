#pragma once

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// The dynamic manager: a link is asked for when both its ends have reached its phase, the request
/// arrives `request_latency` later, and whenever the manager is idle it serves the first `batch` of
/// those that wait (all, if batch is 0), by time of arrival, then set order.
class request_server final : public config_manager {
 public:
  request_server(sc_core::sc_module_name name, const SettingPolicy& policy);

  void at_hand(std::uint32_t link) override;
  [[nodiscard]] SettingPolicy policy() const override { return policy_; }
  void link_is_set(NodeId setter, std::size_t link, bool last) override;

 private:
  void go_on() override;
  void come_in(Cycles now);
  void serve(Cycles now);
  void tell_queue();

  SettingPolicy policy_;
  CalendarQueue<std::uint32_t> under_way_;  ///< requests, by arrival
  CalendarQueue<std::uint32_t> granted_;    ///< links, by opening
  std::map<std::pair<Cycles, std::uint32_t>, bool> waiting_;
  std::vector<std::uint32_t> served_;  ///< links of the present command
  bool timed_ = false;                 ///< another clock times it
  Cycles idle_from_{0};
  std::size_t told_waiting_ = 0;  ///< requests, by the trace
  bool says_ = false;             ///< what it does, to the trace
  bool settled_ = false;          ///< nothing has come in since the last look
};

}  // namespace plexus
