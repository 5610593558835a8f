#include "hw/crossbar/config_manager.hpp"

#include "rtl/crossbar/command_pins.hpp"

namespace plexus::config_manager_adapter {

/// Pins of config_manager.sv.
struct Inputs {
  CommandInputs command;
  Pin port_idle{"port_idle", 1};
};
/// One who sets links: the manager, or one of the nodes.
struct Lane final : twin<Inputs, CommandOutputs> {
  Command command;
};

/// Twins of a configuration manager: one, or with per-node setters a lane per node. In its place
/// links are set when the twin says so.
class config_manager_twins final : public twins_of<Lane, config_manager>,
                                   public setting_watch_if,
                                   public setting_clock_if {
 public:
  config_manager_twins(config_manager& of, const TwinSite& site)
      : twins_of{of, site,
                 parameters(of.per_node() ? crossbar_of(of).ports_each() : crossbar_of(of).ports()),
                 names_of(of)} {
    of.watch(*this);
    if (replaces()) stand_in_front(of.clock, *this);
  }

  static Parameters parameters(std::size_t ports) {
    return {{"Ports", ports_of_twin(ports)}, {"Width", 64}};
  }

  void begins(const SettingCommand& command) override {
    active_lane(command.setter).command.begins(command, !replaces());
  }
  /// In the clock's place: the command has been seen, and `link_is_set` tells when.
  void begin(const SettingCommand& /*command*/) override {}
  void begins_link(Cycles at) override {
    if (!replaces()) lane().command.begins_link(at);
  }

 private:
  static PartNames names_of(const config_manager& part) {
    if (!part.per_node()) return {part.name()};
    return {crossbar_of(part).nodes(), [&part](std::uint64_t setter) {
              return fmt::format("{}.node_{}", part.name(), setter);
            }};
  }

  void present(Lane& lane, Cycles /*cycle*/) override {
    lane.command.present(lane.in.command, part.timing());
  }
  /// The ports as this cycle has them.
  void hold(Lane& lane, Cycles /*cycle*/) override {
    lane.command.hold(lane.in.command);
    if (!lane.command.works()) return;
    const crossbar& links = crossbar_of(part);
    for (std::size_t i = 0; i < lane.in.port_idle.fields(); ++i) {
      const bool has = !part.per_node() && i < links.ports();
      lane.in.port_idle.set(i, !has || part.port_idle(links.port_at(i)));
    }
  }
  void expect(Lane& lane, Cycles cycle) override { lane.command.expect(lane.out, cycle); }
  void follow(Lane& lane, Cycles /*cycle*/) override {
    const bool idle = lane.in.port_idle.bit(lane.in.command.entry_u.get()) &&
                      lane.in.port_idle.bit(lane.in.command.entry_v.get());
    bool sets = false;
    const std::string mistake = lane.command.follow(lane.seen, part.timing(), idle, sets);
    if (!mistake.empty()) return wrong(lane, "{}", mistake);
    if (sets) at_next_cycle(lane.command.setting(part));
  }
  bool goes_on(Lane& lane, Cycles cycle) override {
    return lane.command.goes_on(lane.seen, cycle, !replaces());
  }
};

constexpr auto kHasClock = [](const config_manager& part, const TwinSite& site) {
  if (!part.wired()) require_a_cycle_per_link(part, site);
  return !part.wired();
};

TwinBlock config_manager_block() {
  TwinBlock block = block_at_setup<config_manager_twins, kHasClock>(32);
  block.yields_to = {"recon_net"};
  return block;
}

}  // namespace plexus::config_manager_adapter
