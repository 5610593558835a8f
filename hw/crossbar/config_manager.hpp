#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
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

/// A command of a manager, as its twin is told of it: which links, in set order.
struct SettingCommand {
  NodeId setter = 0;  ///< of per-node setters; else 0
  /// Places of the two ports among those of all nodes; of per-node setters, the node's own port
  /// twice.
  std::vector<std::pair<std::size_t, std::size_t>> links;
  /// When each is set, if no port has to be waited for; empty: each is told when it is begun.
  std::vector<Cycles> set_at;
};

/// Overhears a manager, or stands in its place.
class config_manager_twin_if {
 public:
  /// A command begins. True: the twin says when its links are set, by config_manager::link_is_set.
  virtual bool begins(const SettingCommand& command) = 0;
  /// Setting the next link of the command begins; it will be set in cycle `at`.
  virtual void begins_link(Cycles at) = 0;

 protected:
  ~config_manager_twin_if() = default;
};

/// Sets the links of a crossbar: the configuration manager of section 3 of the paper, which pays
/// beta_r for a command and tau_r for each link of it. The types derived from it differ in what
/// they wait for; all of it is the state of the crossbar: ports that are free, links that are done.
/// Twin: rtl/crossbar/config_manager.sv.
class config_manager : public sc_core::sc_module, public crossbar_manager_if {
 public:
  [[nodiscard]] const ManagerFigures& figures() const { return figures_; }
  void listen(trace_sink_if& sink);

  // ---- twins ----------------------------------------------------------------------------------
  [[nodiscard]] crossbar& links() const { return links_; }
  [[nodiscard]] const SettingTiming& timing() const { return timing_; }
  [[nodiscard]] virtual SettingPolicy policy() const { return {}; }
  /// Every node sets its own ends.
  [[nodiscard]] virtual bool per_node() const { return false; }
  /// Nobody sets anything: the links are wired.
  [[nodiscard]] virtual bool wired() const { return false; }
  /// May the port be set now?
  [[nodiscard]] virtual bool port_idle(CrossbarPort /*port*/) const { return true; }
  /// `twin` must outlive the simulation.
  void add_twin(config_manager_twin_if& twin) { twins_.push_back(&twin); }
  /// A twin in the manager's place: link number `link` of the setter's command is set in this
  /// instant; it is the last one.
  virtual void link_is_set(NodeId /*setter*/, std::size_t /*link*/, bool /*last*/) {}

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
  [[nodiscard]] bool has_twin() const { return !twins_.empty(); }
  /// Tells the twin of a command of central setting; true: it says when links are set. Links from
  /// `begin` to `end` of the schedule. `waits`: setting may have to wait for ports.
  bool tell_command(std::uint32_t begin, std::uint32_t end, bool waits);
  /// The same of any links, none of which has to wait.
  bool tell_command(std::span<const std::uint32_t> links);
  bool tell(const SettingCommand& command);
  void tell_link(Cycles at) {
    for (config_manager_twin_if* twin : twins_) twin->begins_link(at);
  }
  /// Tells the trace what the manager does from now on.
  void say(const std::string& what) const { say(what, ""); }
  /// Tells the trace what the manager's queue holds from now on.
  void say_queue(const std::string& what) const { say(what, ".queue"); }
  [[nodiscard]] bool heard() const { return sink_ != nullptr; }

  crossbar& links_;
  SettingTiming timing_;
  ManagerFigures figures_;

 private:
  void run() { go_on(); }
  void say(const std::string& what, const char* part) const;

  trace_sink_if* sink_ = nullptr;
  std::vector<config_manager_twin_if*> twins_;
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
