#include "rtl/crossbar/command_twins.hpp"

namespace plexus::config_manager_adapter {

/// Pins of config_manager.sv.
struct Inputs {
  CommandInputs command;
  Pin port_idle{"port_idle", 1};
};
struct Outputs {
  CommandOutputs command;
};
using Lane = command_lane<Inputs, Outputs>;

/// Twins of a configuration manager: one, or with per-node setters a lane per node.
class config_manager_twins final : public command_twins<Lane> {
 public:
  config_manager_twins(config_manager& of, const TwinSite& site)
      : command_twins{
            of, site,
            parameters(of.per_node() ? crossbar_of(of).ports_each() : crossbar_of(of).ports()),
            of.per_node() ? in_nodes(of.name(), crossbar_of(of).nodes()) : PartNames{of.name()}} {}

  static Parameters parameters(std::size_t ports) {
    return {{"Ports", ports_of_twin(ports)}, {"Width", 64}};
  }

 private:
  /// The ports as this cycle has them.
  void hold(Lane& lane, Cycles cycle) override {
    command_twins::hold(lane, cycle);
    if (!lane.works) return;
    const crossbar& links = crossbar_of(part);
    lane.in.port_idle.each([&](std::size_t i) {
      const bool has = !part.per_node() && i < links.ports();
      return !has || part.port_idle(links.port_at(i));
    });
  }
  [[nodiscard]] bool is_free(const Lane& lane) const override {
    return lane.in.port_idle.bit(lane.in.command.entry_u.get()) &&
           lane.in.port_idle.bit(lane.in.command.entry_v.get());
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
