#include "hw/crossbar/config_manager.hpp"

#include "hw/crossbar/link_setter.hpp"
#include "hw/crossbar/node_setters.hpp"
#include "hw/crossbar/phase_setter.hpp"
#include "hw/crossbar/request_server.hpp"
#include "hw/crossbar/wired_links.hpp"

namespace plexus {

config_manager::config_manager(sc_core::sc_module_name name, const SettingTiming& timing)
    : sc_module{name}, own_clock_{"own_clock", *this}, clock{"clock", own_clock_}, timing_{timing} {
  HW_PROCESSES(config_manager);
  SC_METHOD(run);
  sensitive << soon_ << due_;
}

void setting_clock::begin(const SettingCommand& /*command*/) { manager_->own_times_ = true; }

void config_manager::listen(trace_sink_if& sink) {
  sink_ = &sink;
  const std::string part = name();
  sink.wants({part, "manager", PartKind::kControl, "a 0"});
  sink.wants({part + ".queue", "manager's queue", PartKind::kStore, "a 1"});
}

void config_manager::say(PartSetting what) const {
  // What is said in one cycle keeps its order: waiting, setting, what the queue holds then.
  const auto* const does = std::get_if<ManagerSetting>(&what);
  const bool waits = does != nullptr && does->does == ManagerSetting::Does::kWaitsForPorts;
  record(waits ? 0 : 1, "", std::move(what));
}

void config_manager::say_queue(PartSetting what) const { record(2, ".queue", std::move(what)); }

void config_manager::record(std::uint64_t place, const char* row, PartSetting what) const {
  if (sink_ == nullptr) return;
  sink_->record(set_row(cycles_.now(), 4 * figures_.commands + place, std::string{name()} + row,
                        std::move(what)));
}

bool config_manager::times(const SettingCommand& command) {
  own_times_ = false;
  clock->begin(command);
  return own_times_;
}

bool config_manager::times(std::uint32_t begin, std::uint32_t end, bool waits) {
  SettingCommand command;
  for (std::uint32_t number = begin; number < end; ++number) {
    const PhaseLink& joined = link(number);
    command.links.emplace_back(links->index(joined.a), links->index(joined.b));
    if (!waits) {
      command.set_at.push_back(now() + timing_.command(std::int64_t{number} - begin + 1));
    }
  }
  return times(command);
}

bool config_manager::times(std::span<const std::uint32_t> of) {
  SettingCommand command;
  for (const std::uint32_t number : of) {
    const PhaseLink& joined = link(number);
    command.links.emplace_back(links->index(joined.a), links->index(joined.b));
    command.set_at.push_back(now() +
                             timing_.command(static_cast<std::int64_t>(command.set_at.size()) + 1));
  }
  return times(command);
}

std::unique_ptr<config_manager> make_manager(sc_core::sc_module_name name, NodeId nodes,
                                             const SettingPolicy& policy) {
  if (policy.dynamic) return std::make_unique<request_server>(name, policy);
  if (policy.setters == Setters::kPerNode && policy.grain == Grain::kLink) {
    return std::make_unique<node_setters>(name, policy);
  }
  if (policy.grain == Grain::kLink) return std::make_unique<link_setter>(name, policy);
  return std::make_unique<phase_setter>(name, nodes, policy);
}

std::unique_ptr<config_manager> make_wired(sc_core::sc_module_name name, Grain grain) {
  return std::make_unique<wired_links>(name, grain);
}

}  // namespace plexus
