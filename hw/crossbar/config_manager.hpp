#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/crossbar.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/crossbar/crossbar_watch.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

class config_manager;

/// The clock of a manager's commands: the manager's own sense of time.
class setting_clock final : public sc_core::sc_object, public setting_clock_if {
 public:
  using role_if = setting_clock_if;
  static constexpr const char* kKind = "setting_clock";

  setting_clock(const char* name, config_manager& manager) : sc_object{name}, manager_{&manager} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  void begin(const SettingCommand& command) override;

 private:
  config_manager* manager_;
};

/// Sets the links of a crossbar: the configuration manager of section 3 of the paper, which pays
/// beta_r for a command and tau_r for each link of it. The types derived from it differ in what
/// they wait for; all of it is the state of the crossbar: ports that are free, links that are done.
/// Twin: rtl/crossbar/config_manager.sv.
class config_manager : public sc_core::sc_module, public link_setup_if {
  setting_clock own_clock_;

 public:
  using role_if = link_setup_if;
  static constexpr const char* kKind = "config_manager";

  required_port<crossbar_links_if> links{"links", "the crossbar whose links it sets"};
  /// What times its commands, and tells it by `link_is_set`.
  exchange_port<setting_clock_if> clock;

  [[nodiscard]] const char* kind() const override { return kKind; }
  void begin() override { begun_ = true; }
  [[nodiscard]] ManagerFigures figures() const override { return figures_; }
  void listen(trace_sink_if& sink);

  // ---- what is to be seen ---------------------------------------------------------------------
  [[nodiscard]] const SettingTiming& timing() const { return timing_; }
  [[nodiscard]] virtual SettingPolicy policy() const { return {}; }
  /// Every node sets its own ends.
  [[nodiscard]] virtual bool per_node() const { return false; }
  /// Nobody sets anything: the links are wired.
  [[nodiscard]] virtual bool wired() const { return false; }
  /// May the port be set now?
  [[nodiscard]] virtual bool port_idle(CrossbarPort /*port*/) const { return true; }
  /// `watcher` must outlive the simulation.
  void watch(setting_watch_if& watcher) { watchers_.push_back(&watcher); }
  /// Who times the commands: link number `link` of the setter's command is set in this instant;
  /// `last`: it is the last one.
  virtual void link_is_set(NodeId /*setter*/, std::size_t /*link*/, bool /*last*/) {}

 protected:
  config_manager(sc_core::sc_module_name name, const SettingTiming& timing);

  /// Calls `go_on` when the time has come or somebody has woken it.
  virtual void go_on() = 0;
  /// Has `go_on` called in the present time step, once what happens now has happened.
  void wake() { soon_.notify(sc_core::SC_ZERO_TIME); }
  /// Has `go_on` called in cycle `cycle` > now.
  void wake_at(Cycles cycle) { due_.notify(cycles_.time(cycle - cycles_.now())); }
  [[nodiscard]] Cycles now() const { return cycles_.now(); }
  /// A command of `count` links begins.
  void count_command(std::int64_t count) {
    ++figures_.commands;
    figures_.busy += timing_.command(count);
  }
  /// A command begins. True: the manager itself knows when its links are set.
  bool times(const SettingCommand& command);
  /// The same of central setting. Links from `begin` to `end` of the schedule. `waits`: setting may
  /// have to wait for ports.
  bool times(std::uint32_t begin, std::uint32_t end, bool waits);
  /// The same of any links, none of which has to wait.
  bool times(std::span<const std::uint32_t> of);
  void tell_link(Cycles at) {
    for (setting_watch_if* watcher : watchers_) watcher->begins_link(at);
  }
  /// Tells the trace what the manager does from now on.
  void say(PartSetting what) const;
  /// Tells the trace what the manager's queue holds from now on.
  void say_queue(PartSetting what) const;
  [[nodiscard]] bool heard() const { return sink_ != nullptr; }

  [[nodiscard]] const PhaseLink& link(std::uint32_t number) const {
    return links->schedule().links()[number];
  }

  SettingTiming timing_;
  ManagerFigures figures_;

 private:
  friend class setting_clock;
  void run() {
    if (begun_) go_on();
  }
  void record(std::uint64_t place, const char* row, PartSetting what) const;

  trace_sink_if* sink_ = nullptr;
  std::vector<setting_watch_if*> watchers_;
  bool begun_ = false;  ///< it sets the links of this run
  bool own_times_ = true;
  ClockPeriod cycles_;
  sc_core::sc_event soon_{"soon"};
  sc_core::sc_event due_{"due"};
};

/// The manager that `policy` describes, for `nodes` nodes.
[[nodiscard]] std::unique_ptr<config_manager> make_manager(sc_core::sc_module_name name,
                                                           NodeId nodes,
                                                           const SettingPolicy& policy);

/// Of links that are wired for good: each can be used as soon as both its ends have reached its
/// phase (grain link), or all of a phase when those of the phase before are done.
[[nodiscard]] std::unique_ptr<config_manager> make_wired(sc_core::sc_module_name name, Grain grain);

}  // namespace plexus
