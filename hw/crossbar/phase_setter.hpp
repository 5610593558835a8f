#pragma once

#include "hw/crossbar/config_manager.hpp"

namespace plexus {

/// Overhears the barrier between phases, or stands in its place. What it is told happens in the
/// instant in which it is told.
class phase_twin_if {
 public:
  /// The setting of a phase begins.
  virtual void setting_begins(std::size_t phase) = 0;
  /// Its links are set. False, from a twin in the barrier's place: they do not open.
  virtual bool phase_set(std::size_t phase) = 0;
  /// A link of it is done; `last` of all. True: so is the phase.
  virtual bool link_done(std::uint32_t link, bool last) = 0;

 protected:
  ~phase_twin_if() = default;
};

/// Sets whole configurations: the links of a phase open together when all of them are set and all
/// of the phase before are done. With one bank the setting waits for that, too; with two the next
/// configuration is loaded while the present one works, and becomes active `swap` cycles after it
/// is loaded and the present one is done. Per-node setters work side by side, so that the node with
/// the most links of a phase sets the time. Twin of the barrier: rtl/crossbar/phase_seq.sv.
class phase_setter final : public config_manager {
 public:
  phase_setter(sc_core::sc_module_name name, crossbar& links, NodeId nodes,
               const SettingPolicy& policy);

  void done(std::uint32_t link) override;
  [[nodiscard]] SettingPolicy policy() const override { return policy_; }
  void set_phase_twin(phase_twin_if& twin) { phase_twin_ = &twin; }
  [[nodiscard]] bool per_node() const override { return policy_.setters == Setters::kPerNode; }
  void link_is_set(NodeId setter, std::size_t link, bool last) override;

 private:
  enum class State { kIdle, kSetting, kLoaded, kSwapping };

  void go_on() override;
  void begin_command();
  [[nodiscard]] Cycles setting_time();
  /// True: a twin says when the setting ends.
  bool tell_twin();
  void open_phase();

  SettingPolicy policy_;
  phase_twin_if* phase_twin_ = nullptr;
  std::size_t next_ = 0;  ///< phase that is set now or next
  State state_ = State::kIdle;
  Cycles until_{0};                 ///< of the setting or the swap
  std::size_t commands_left_ = 0;   ///< that a twin has not ended
  bool over_ = true;                ///< the phase before
  std::size_t left_ = 0;            ///< links of the present configuration that are not done
  std::vector<std::int64_t> ends_;  ///< by node: of a phase; for per-node setters
};

}  // namespace plexus
