#pragma once

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// Sets whole configurations: the links of a phase open together when all of them are set and all
/// of the phase before are done. With one bank the setting waits for that, too; with two the next
/// configuration is loaded while the present one works, and becomes active `swap` cycles after it
/// is loaded and the present one is done. Per-node setters work side by side, so that the node with
/// the most links of a phase sets the time.
class phase_setter final : public config_manager {
 public:
  phase_setter(sc_core::sc_module_name name, crossbar& links, NodeId nodes,
               const SettingPolicy& policy);

  void done(std::uint32_t link) override;

 private:
  enum class State { kIdle, kSetting, kLoaded, kSwapping };

  void go_on() override;
  void begin_command();
  [[nodiscard]] Cycles setting_time();
  void open_phase();

  SettingPolicy policy_;
  std::size_t next_ = 0;  ///< phase that is set now or next
  State state_ = State::kIdle;
  Cycles until_{0};                 ///< of the setting or the swap
  std::size_t left_ = 0;            ///< links of the present configuration that are not done
  std::vector<std::int64_t> ends_;  ///< by node: of a phase; for per-node setters
};

}  // namespace plexus
