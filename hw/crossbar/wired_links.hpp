#pragma once

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// Stands where a manager would, for links that are wired for good: it sets nothing. With grain
/// link they are used as both ends come to them; with grain phase the steps of the schedule are
/// kept apart by a barrier.
class wired_links final : public config_manager {
 public:
  wired_links(sc_core::sc_module_name name, Grain grain)
      : config_manager{name, {}}, grain_{grain} {}

  [[nodiscard]] bool wired() const override { return true; }
  void at_hand(std::uint32_t link) override {
    if (grain_ == Grain::kLink) links->open(link);
  }
  void done(std::uint32_t /*link*/) override {
    if (grain_ == Grain::kPhase && --left_ == 0) wake();
  }

 private:
  void go_on() override {
    const LinkSchedule& schedule = links->schedule();
    while (grain_ == Grain::kPhase && left_ == 0 && next_ < schedule.phases()) {
      const std::size_t begin = schedule.begin(next_++);
      const std::size_t end = schedule.begin(next_);
      left_ = end - begin;
      for (std::size_t i = begin; i < end; ++i) links->open(static_cast<std::uint32_t>(i));
    }
  }

  Grain grain_;
  std::size_t next_ = 0;
  std::size_t left_ = 0;  ///< links of the present step that are not done
};

}  // namespace plexus
