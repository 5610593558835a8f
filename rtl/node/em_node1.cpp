#include <algorithm>
#include <array>
#include <bit>

#include "rtl/node/alu_twins.hpp"

namespace plexus::em_node1_adapter {

namespace {

struct Lane final : twin_lane {
  Lane(twin_bank& bank, alu_node& node, bool from_the_other_end)
      : twin_lane{bank,
                  std::string{node.name()} + (from_the_other_end ? ".em_node1_b" : ".em_node1")},
        part{&node} {}

  alu_node* part;
  In start{*this, "start"};
  In combine{*this, "combine"};
  In mirrored{*this, "mirrored"};
  In op{*this, "op", 0, {"sum", "max", "min", "parity", "mat2"}};
  In mesh_hop{*this, "mesh_hop"};
  In express_hop{*this, "express_hop"};
  In own{*this, "own"};
  In offset{*this, "offset"};
  In segment{*this, "segment"};
  In full{*this, "full"};
  In terminal{*this, "terminal"};
  In terminals{*this, "terminals"};
  In right_valid{*this, "right_valid"};
  In right_data{*this, "right_data"};
  In express_valid{*this, "express_valid"};
  In express_data{*this, "express_data"};
  Out left_valid{*this, "left_valid"};
  Out left_data{*this, "left_data"};
  Out express_valid_out{*this, "express_valid"};
  Out express_data_out{*this, "express_data"};
  Out partial{*this, "partial"};
  Out done{*this, "done"};

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
    lane.start.set(1);
    lane.combine.set(role.combines);
    lane.mirrored.set(role.mirrored);
    lane.mesh_hop.set(bits_of(role.mesh_hop));
    lane.express_hop.set(bits_of(role.express_hop));
    lane.op.set(static_cast<std::uint64_t>(role.op));
    lane.own.set(bits_of(role.op, own));
    lane.offset.set(role.position % role.length);
    lane.segment.set(std::min(role.length, role.nodes - terminal * role.length));
    lane.full.set(full);
    lane.terminal.set(terminal);
    lane.terminals.set(terminals);
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
        lane->right_data.set(taken(lane->role.op, packet));
        lane->right_valid.set(1);
      } else if (channel == lane->role.express_right) {
        lane->express_data.set(taken(lane->role.op, packet));
        lane->express_valid.set(1);
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
    lane.right_valid.set(0);
    lane.right_data.set(0);
    lane.express_valid.set(0);
    lane.express_data.set(0);
  }

  void expect(Lane& lane, Cycles cycle) override {
    expect_sent(lane.left, lane.left_valid, lane.left_data);
    expect_sent(lane.express, lane.express_valid_out, lane.express_data_out);
    lane.partial.expect(bits_of(lane.role.op, held(lane)));
    lane.done.expect(lane.role.position == 0 && cycle == lane.end);
  }

  void follow(Lane& lane, Cycles cycle) override {
    take_sent(lane, lane.left, lane.left_valid, lane.left_data);
    take_sent(lane, lane.express, lane.express_valid_out, lane.express_data_out);
    if (lane.role.position != 0) return;
    if (lane.done.on() != (cycle == lane.end)) wrong(lane, "ends in another cycle");
    if (!lane.done.on()) return;
    const Operand result{lane.partial.seen()};
    if (lane.role.mirrored) {
      lane.part->keep_second(result);
    } else {
      lane.part->keep(result);
    }
  }

  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.start.set(0);
    forget_arrivals(lane);
    lane.left = {};
    lane.express = {};
    return cycle < lane.end;
  }
};

}  // namespace

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
