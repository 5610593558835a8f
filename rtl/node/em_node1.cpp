#include <algorithm>
#include <array>
#include <bit>

#include "rtl/node/alu_twins.hpp"

namespace plexus::em_node1_adapter {

/// Pins of em_node1.sv.
struct Inputs {
  Pin start{"start"};
  Pin combine{"combine"};
  Pin mirrored{"mirrored"};
  Pin op = Pin{"op"}.of({"sum", "max", "min", "parity", "mat2"});
  Pin mesh_hop{"mesh_hop"};
  Pin express_hop{"express_hop"};
  Pin own{"own"};
  Pin offset{"offset"};
  Pin segment{"segment"};
  Pin full{"full"};
  Pin terminal{"terminal"};
  Pin terminals{"terminals"};
  Pin right_valid{"right_valid"};
  Pin right_data{"right_data"};
  Pin express_valid{"express_valid"};
  Pin express_data{"express_data"};
};

struct Outputs {
  Pin left_valid{"left_valid"};
  Pin left_data{"left_data"};
  Pin express_valid{"express_valid"};
  Pin express_data{"express_data"};
  Pin partial{"partial"};
  Pin done{"done"};
};

struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& bank, alu_node& node, bool from_the_other_end)
      : twin{bank, std::string{node.name()} + (from_the_other_end ? ".em_node1_b" : ".em_node1")},
        part{&node} {}

  alu_node* part;

  LineRole role;
  Cycles end{-1};     ///< node 0 of the line holds the result in this cycle
  Departure left;     ///< in this cycle
  Departure express;  ///< likewise
};

/// Twins of the nodes of lines that run Algorithm 1, a lane per node, and a second one where it
/// runs from the other end at the same time. In their place the nodes send what the twins send, and
/// node 0 of the line holds what its twin holds.
class em_node1_twins final : public alu_twins<Lane> {
 public:
  em_node1_twins(alu_host_if& host, const TwinSite& site)
      : alu_twins{host, site, parameters(host.nodes())} {}

  static Parameters parameters(NodeId nodes) {
    return {{"Width", 64},
            {"CountWidth", std::max(16U, unsigned(std::bit_width(nodes)) + 1)},
            {"HopWidth", kHopWidth}};
  }

  void line_begins(alu_node& self, const LineRole& role, const Operand& own) override {
    if (role.nodes == 1) return;
    Lane& lane = active_lane(key(self, role.mirrored), self, role.mirrored);
    const std::uint32_t full = std::min(role.length, role.nodes);
    const std::uint32_t terminals = (role.nodes + role.length - 1) / role.length;
    const std::uint32_t terminal = role.position / role.length;
    lane.role = role;
    lane.end = now() + (full - 1) * role.mesh_hop + (terminals - 1) * role.express_hop;
    lane.in.start.set(1);
    lane.in.combine.set(role.combines);
    lane.in.mirrored.set(role.mirrored);
    lane.in.mesh_hop.set(bits_of(role.mesh_hop));
    lane.in.express_hop.set(bits_of(role.express_hop));
    lane.in.op.set(static_cast<std::uint64_t>(role.op));
    lane.in.own.set(bits_of(role.op, own));
    lane.in.offset.set(role.position % role.length);
    lane.in.segment.set(std::min(role.length, role.nodes - terminal * role.length));
    lane.in.full.set(full);
    lane.in.terminal.set(terminal);
    lane.in.terminals.set(terminals);
    forget_arrivals(lane);
  }

  void leaves(alu_node& self, unsigned channel, const Packet& packet) override {
    for (Lane* const lane : playing(self)) {
      if (lane == nullptr) continue;
      if (channel == lane->role.mesh_left) lane->left = departure(lane->role.op, packet);
      if (channel == lane->role.express_left) lane->express = departure(lane->role.op, packet);
    }
  }

  void arrives(alu_node& self, unsigned channel, Packet& packet) override {
    for (Lane* const lane : playing(self)) {
      if (lane == nullptr) continue;
      if (channel == lane->role.mesh_right) {
        lane->in.right_data.set(taken(lane->role.op, packet));
        lane->in.right_valid.set(1);
      } else if (channel == lane->role.express_right) {
        lane->in.express_data.set(taken(lane->role.op, packet));
        lane->in.express_valid.set(1);
      }
    }
  }

 private:
  void make_all() override {
    for (NodeId v = 0; v < host().nodes(); ++v) lane(v, host().alu(v), false);
    if (!host().alu_context().full_duplex) return;
    for (NodeId v = 0; v < host().nodes(); ++v) lane(key(host().alu(v), true), host().alu(v), true);
  }

  [[nodiscard]] std::uint64_t key(const alu_node& self, bool mirrored) const {
    return std::uint64_t{mirrored ? host().nodes() : 0} + self.id();
  }

  /// The node's lanes while they have their parts.
  [[nodiscard]] std::array<Lane*, 2> playing(const alu_node& self) const {
    const auto one = [&](bool mirrored) {
      Lane* const lane = existing(key(self, mirrored));
      return lane == nullptr || now() > lane->end ? nullptr : lane;
    };
    return {one(false), one(true)};
  }

  [[nodiscard]] static const Operand& held(const Lane& lane) {
    return lane.role.mirrored ? lane.part->second() : lane.part->partial();
  }

  static void forget_arrivals(Lane& lane) {
    lane.in.right_valid.set(0);
    lane.in.right_data.set(0);
    lane.in.express_valid.set(0);
    lane.in.express_data.set(0);
  }

  void expect(Lane& lane, Cycles cycle) override {
    expect_sent(lane.left, lane.out.left_valid, lane.out.left_data);
    expect_sent(lane.express, lane.out.express_valid, lane.out.express_data);
    lane.out.partial.set(bits_of(lane.role.op, held(lane)));
    lane.out.done.set(lane.role.position == 0 && cycle == lane.end);
  }

  void follow(Lane& lane, Cycles cycle) override {
    take_sent(lane, lane.left, lane.seen.left_valid, lane.seen.left_data);
    take_sent(lane, lane.express, lane.seen.express_valid, lane.seen.express_data);
    if (lane.role.position != 0) return;
    if (lane.seen.done.on() != (cycle == lane.end)) wrong(lane, "ends in another cycle");
    if (!lane.seen.done.on()) return;
    const Operand result{lane.seen.partial.get()};
    if (lane.role.mirrored) {
      lane.part->keep_second(result);
    } else {
      lane.part->keep(result);
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.in.start.set(0);
    forget_arrivals(lane);
    lane.left = {};
    lane.express = {};
    return cycle < lane.end;
  }
};

TwinBlock em_node1_block() {
  return {.name = "em_node1",
          .part = "hw/node/alu_node.hpp",
          .sizes = "lines of any length, any hops (64 bits), no texts",
          .help = "A node of a line with express links that runs Algorithm 1",
          .built = em_node1_twins::parameters(16),
          .attach = [](sc_core::sc_object& object, const TwinSite& site) {
            return attach_to_played<em_node1_twins>("em_node1", object, site);
          }};
}

}  // namespace plexus::em_node1_adapter
