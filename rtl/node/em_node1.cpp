#include <algorithm>
#include <bit>

#include "rtl/node/alu_twins.hpp"

namespace plexus {

namespace {

struct Lane final : twin_lane {
  Lane(twin_bank& bank, alu_node& node)
      : twin_lane{bank, std::string{node.name()} + ".em_node1"}, part{&node} {}

  alu_node* part;
  In start{*this, "start"};
  In combine{*this, "combine"};
  In op{*this, "op", 0, {"sum", "max", "min", "parity", "mat2"}};
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

/// Twins of the nodes of lines that run Algorithm 1, a lane per node. In their place the nodes send
/// what the twins send, and node 0 of the line holds what its twin holds.
class em_node1_twins final : public alu_twins<Lane> {
 public:
  em_node1_twins(alu_host_if& host, const TwinSite& site)
      : alu_twins{host, site, parameters(host.nodes())} {}

  static Parameters parameters(NodeId nodes) {
    return {{"Width", 64}, {"CountWidth", std::max(16U, unsigned(std::bit_width(nodes)) + 1)}};
  }

  void line_begins(alu_node& self, const LineRole& role, const Operand& own) override {
    if (role.nodes == 1) return;
    Lane& lane = active_lane(self.id(), self);
    const std::uint32_t full = std::min(role.length, role.nodes);
    const std::uint32_t terminals = (role.nodes + role.length - 1) / role.length;
    const std::uint32_t terminal = role.position / role.length;
    lane.role = role;
    lane.end = now() + Cycles{full - 1 + terminals - 1};
    lane.start.set(1);
    lane.combine.set(role.combines);
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
    Lane* const lane = playing(self);
    if (lane == nullptr) return;
    if (channel == lane->role.mesh_left) lane->left = departure(lane->role.op, packet);
    if (channel == lane->role.express_left) lane->express = departure(lane->role.op, packet);
  }

  void arrives(alu_node& self, unsigned channel, Packet& packet) override {
    Lane* const lane = playing(self);
    if (lane == nullptr) return;
    if (channel == lane->role.mesh_right) {
      lane->right_data.set(taken(lane->role.op, packet));
      lane->right_valid.set(1);
    } else if (channel == lane->role.express_right) {
      lane->express_data.set(taken(lane->role.op, packet));
      lane->express_valid.set(1);
    }
  }

 private:
  void make_all() override {
    for (NodeId v = 0; v < host().nodes(); ++v) lane(v, host().alu(v));
  }

  /// The node's lane while it has its part.
  [[nodiscard]] Lane* playing(const alu_node& self) const {
    Lane* const lane = existing(self.id());
    return lane == nullptr || now() > lane->end ? nullptr : lane;
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
    lane.partial.expect(bits_of(lane.role.op, lane.part->partial()));
    lane.done.expect(lane.role.position == 0 && cycle == lane.end);
  }

  void follow(Lane& lane, Cycles cycle) override {
    take_sent(lane, lane.left, lane.left_valid, lane.left_data);
    take_sent(lane, lane.express, lane.express_valid_out, lane.express_data_out);
    if (lane.role.position != 0) return;
    if ((lane.done.seen() != 0) != (cycle == lane.end)) wrong(lane, "ends in another cycle");
    if (lane.done.seen() != 0) lane.part->keep(Operand{lane.partial.seen()});
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
          .sizes = "lines of any length, hops of one cycle, no texts",
          .help = "A node of a line with express links that runs Algorithm 1",
          .built = em_node1_twins::parameters(16),
          .attach = [](sc_core::sc_object& object, const TwinSite& site) {
            return attach_to_played<em_node1_twins>("em_node1", object, site);
          }};
}

}  // namespace plexus
