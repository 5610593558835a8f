#include "rtl/node/alu_twins.hpp"

namespace plexus::em_scan_terminal_adapter {

/// Pins of em_scan_terminal.sv.
struct Inputs {
  Pin op = Pin{"op"}.of(kOperatorWords), suffix{"suffix"}, hop{"hop"}, last{"last"}, alone{"alone"};
  Pin own{"own"}, total_valid = Pin{"total_valid"}.once(), total{"total"};
  Pin carry_valid = Pin{"carry_valid"}.once(), carry{"carry"};
};
struct Outputs {
  Pin express_valid{"express_valid"}, express_data{"express_data"}, mesh_valid{"mesh_valid"};
  Pin mesh_data{"mesh_data"}, prefix{"prefix"};
};
struct Lane final : twin<Inputs, Outputs> {
  CarryRole role;
  bool awaits = false;    ///< the carry has not come
  bool has_come = false;  ///< the twin knows the present flow's
  Cycles came{-1};        ///< when it came
  Cycles last_event{-1};
  PinDeparture express;  ///< in this cycle
  PinDeparture mesh;     ///< likewise
};

/// Twins of the terminals in the flow of prefix and suffix computations, a lane per terminal. In
/// their place terminals send what the twins send.
class em_scan_terminal_twins final : public alu_twins<Lane> {
 public:
  em_scan_terminal_twins(alu_host_if& host, const TwinSite& site)
      : alu_twins{host, site, parameters(), alu_names(host, "em_scan_terminal")} {}

  static Parameters parameters() { return {{"Width", 64}, {"HopWidth", kHopWidth}}; }

  void carry_awaited(alu_node& self, const CarryRole& role, const Operand& own,
                     const Operand& total, const Operand& carry) override {
    Lane& lane = active_lane(self.id());
    lane.last_event = now();
    lane.role = role;
    lane.awaits = !role.first;
    lane.has_come = false;
    put(lane.in, role.op, role.suffix, role.hop, role.last, role.alone, bits_of(role.op, own), 1,
        bits_of(role.op, total));
    if (role.first) come(lane, bits_of(role.op, carry));
  }

  void leaves(alu_node& self, unsigned channel, const Packet& packet) override {
    Lane* const lane = existing(self.id());
    if (lane == nullptr || !lane->has_come || now() > lane->came + lane->role.hop) return;
    if (channel == lane->role.express_out) lane->express = departure(lane->role.op, packet);
    if (channel == lane->role.mesh_out) lane->mesh = departure(lane->role.op, packet);
  }

  void arrives(alu_node& self, unsigned channel, Packet& packet) override {
    Lane* const lane = existing(self.id());
    if (lane == nullptr || !lane->awaits || channel != lane->role.carry_in) return;
    lane->awaits = false;
    activate(*lane);
    come(*lane, take(lane->in.carry_valid, lane->role.op, packet));
  }

 private:
  static void come(Lane& lane, std::uint64_t bits) {
    lane.has_come = true;
    lane.came = lane.last_event = now();
    lane.in.carry_valid.set(1);
    lane.in.carry.set(bits);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    put(lane.out, lane.express.now, lane.express.bits, lane.mesh.now, lane.mesh.bits);
    if (lane.has_come) lane.out.prefix.set(lane.in.carry.get());
  }

  void follow(Lane& lane, Cycles cycle) override {
    take_sent(lane.express, lane.seen.express_data);
    take_sent(lane.mesh, lane.seen.mesh_data);
    expect(lane, cycle);
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.express = lane.mesh = {};
    return cycle < lane.last_event + lane.role.hop + 1_cycles;
  }
};

TwinBlock em_scan_terminal_block() { return block_of<em_scan_terminal_twins, kPlays>(); }

}  // namespace plexus::em_scan_terminal_adapter
