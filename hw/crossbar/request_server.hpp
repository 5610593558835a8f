#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/crossbar/config_manager.hpp"
#include "hw/crossbar/request_queue.hpp"

namespace plexus {

/// The dynamic manager: a link is asked for when both its ends have reached its phase. Requests are
/// links by their number in the schedule.
class request_server final : public config_manager {
 public:
  request_server(sc_core::sc_module_name name, const SettingPolicy& policy);

  void at_hand(std::uint32_t link) override;
  [[nodiscard]] SettingPolicy policy() const override { return policy_; }
  void link_is_set(NodeId setter, std::size_t link, bool last) override;

 private:
  void go_on() override;
  void serve(Cycles now);
  void tell_queue();

  SettingPolicy policy_;
  RequestQueue requests_{policy_, figures_};
  bool timed_ = false;            ///< another clock times it
  std::size_t told_waiting_ = 0;  ///< requests, by the trace
  bool says_ = false;             ///< what it does, to the trace
  bool settled_ = false;          ///< nothing has come in since the last look
};

}  // namespace plexus
