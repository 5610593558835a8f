#pragma once

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// The barrier between phases: it opens what is set, and is over with the last link. Twin:
/// rtl/crossbar/phase_seq.sv.
class phase_barrier final : public sc_core::sc_object, public phase_barrier_if {
 public:
  using role_if = phase_barrier_if;
  static constexpr const char* kKind = "phase_barrier";

  explicit phase_barrier(const char* name) : sc_object{name} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  void setting_begins(std::size_t /*phase*/) override {}
  [[nodiscard]] bool opens(std::size_t /*phase*/) override { return true; }
  [[nodiscard]] bool is_over(std::uint32_t /*link*/, bool last) override { return last; }
};

/// Sets whole configurations: the links of a phase open together when all of them are set and all
/// of the phase before are done. With one bank the setting waits for that, too; with two the next
/// configuration is loaded while the present one works, and becomes active `swap` cycles after it
/// is loaded and the present one is done. Per-node setters work side by side, so that the node with
/// the most links of a phase sets the time.
class phase_setter final : public config_manager {
  phase_barrier own_barrier_{"barrier"};

 public:
  phase_setter(sc_core::sc_module_name name, NodeId nodes, const SettingPolicy& policy);

  exchange_port<phase_barrier_if> phases{"phases", own_barrier_};

  void done(std::uint32_t link) override;
  [[nodiscard]] SettingPolicy policy() const override { return policy_; }
  [[nodiscard]] bool per_node() const override { return policy_.setters == Setters::kPerNode; }
  void link_is_set(NodeId setter, std::size_t link, bool last) override;

 private:
  enum class State { kIdle, kSetting, kLoaded, kSwapping };

  void go_on() override;
  void begin_command();
  [[nodiscard]] Cycles setting_time();
  /// True: its own clock says when the setting ends.
  bool times_phase();
  void open_phase();

  SettingPolicy policy_;
  std::size_t next_ = 0;  ///< phase that is set now or next
  State state_ = State::kIdle;
  Cycles until_{0};                 ///< of the setting or the swap
  std::size_t commands_left_ = 0;   ///< that another clock has not ended
  bool over_ = true;                ///< the phase before
  std::size_t left_ = 0;            ///< links of the present configuration that are not done
  std::vector<std::int64_t> ends_;  ///< by node: of a phase; for per-node setters
};

}  // namespace plexus
