#pragma once

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// Walks through the links of all phases in set order, one after the other, without waiting for
/// phases: each link can be used as soon as it is set. It begins with a link when both its ports
/// are free, or, with two banks, when both their entries in the other bank are.
class link_setter final : public config_manager {
 public:
  link_setter(sc_core::sc_module_name name, const SettingPolicy& policy);

  void done(std::uint32_t /*link*/) override { port_freed(); }
  void activated(std::uint32_t /*link*/) override { port_freed(); }
  [[nodiscard]] bool port_idle(CrossbarPort port) const override {
    return policy_.banks == 1 ? links->free(port) : links->loadable(port);
  }
  [[nodiscard]] SettingPolicy policy() const override { return policy_; }
  void link_is_set(NodeId setter, std::size_t link, bool last) override;

 private:
  enum class State { kBetween, kFixed, kWaiting, kSetting, kTimed };  ///< by another clock

  void go_on() override;
  void port_freed() {
    if (state_ == State::kWaiting && can_set()) wake();
  }
  [[nodiscard]] bool can_set() const;
  void set_next();
  /// Of the link that is set now or next.
  void say_link(ManagerSetting::Does what) const;

  SettingPolicy policy_;
  std::size_t phase_ = 0;
  std::uint32_t next_ = 0;  ///< link that is set now or next
  State state_ = State::kBetween;
  Cycles until_{0};
};

}  // namespace plexus
