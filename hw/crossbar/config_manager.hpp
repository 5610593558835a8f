#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/crossbar/crossbar.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

/// Figures of a manager over a run.
struct ManagerFigures {
  Cycles busy{0};                  ///< sum of R(n) over commands
  std::uint64_t commands = 0;      ///< of all who set links
  std::uint64_t most_waiting = 0;  ///< requests at once
  Cycles request_wait{0};          ///< from the arrival of a request to its command, summed
};

/// Sets the links of a crossbar: the configuration manager of section 3 of the report, which pays
/// beta_r for a command and tau_r for each link of it. The types derived from it differ in what
/// they wait for; all of it is the state of the crossbar: ports that are free, links that are done.
class config_manager : public sc_core::sc_module, public crossbar_manager_if {
 public:
  [[nodiscard]] const ManagerFigures& figures() const { return figures_; }
  void listen(trace_sink_if& sink) { sink_ = &sink; }

 protected:
  config_manager(sc_core::sc_module_name name, crossbar& links, const SettingTiming& timing);

  /// Calls `go_on` when the time has come or somebody has woken it.
  virtual void go_on() = 0;
  /// Has `go_on` called in the present time step, once what happens now has happened.
  void wake() { soon_.notify(sc_core::SC_ZERO_TIME); }
  /// Has `go_on` called in cycle `cycle` > now.
  void wake_at(Cycles cycle) { due_.notify(clock_.time(cycle - clock_.now())); }
  [[nodiscard]] Cycles now() const { return clock_.now(); }
  /// A command of `links` links begins.
  void count_command(std::int64_t links) {
    ++figures_.commands;
    figures_.busy += timing_.command(links);
  }
  /// Tells the trace what the manager does from now on.
  void say(const std::string& what) const;
  [[nodiscard]] bool heard() const { return sink_ != nullptr; }

  crossbar& links_;
  SettingTiming timing_;
  ManagerFigures figures_;

 private:
  void run() { go_on(); }

  trace_sink_if* sink_ = nullptr;
  ClockPeriod clock_;
  sc_core::sc_event soon_{"soon"};
  sc_core::sc_event due_{"due"};
};

/// The manager that `policy` describes.
[[nodiscard]] std::unique_ptr<config_manager> make_manager(sc_core::sc_module_name name,
                                                           crossbar& links, NodeId nodes,
                                                           const SettingPolicy& policy);

/// Of links that are wired for good: each can be used as soon as both its ends have reached its
/// phase (grain link), or all of a phase when those of the phase before are done.
[[nodiscard]] std::unique_ptr<config_manager> make_wired(sc_core::sc_module_name name,
                                                         crossbar& links, Grain grain);

}  // namespace plexus
