#include <algorithm>
#include <array>
#include <bit>

#include "rtl/node/alu_twins.hpp"

namespace plexus::em_node1_adapter {

/// Pins of em_node1.sv.
struct Inputs {
  Pin start = Pin{"start"}.once(), combine{"combine"}, mirrored{"mirrored"};
  Pin op = Pin{"op"}.of(kOperatorWords), mesh_hop{"mesh_hop"}, express_hop{"express_hop"},
      own{"own"};
  Pin offset{"offset"}, segment{"segment"}, full{"full"}, terminal{"terminal"};
  Pin terminals{"terminals"};
  Pin right_valid = Pin{"right_valid"}.once(), right_data = Pin{"right_data"}.once();
  Pin express_valid = Pin{"express_valid"}.once(), express_data = Pin{"express_data"}.once();
};
struct Outputs {
  Pin left_valid{"left_valid"}, left_data{"left_data"}, express_valid{"express_valid"};
  Pin express_data{"express_data"}, partial{"partial"}, done{"done"};
};
struct Lane final : twin<Inputs, Outputs> {
  LineRole role;
  Cycles end{-1};        ///< node 0 of the line holds the result in this cycle
  PinDeparture left;     ///< in this cycle
  PinDeparture express;  ///< likewise
};

/// Twins of the nodes of lines that run Algorithm 1, a lane per node, and a second one where it
/// runs from the other end at the same time. In their place the nodes send what the twins send, and
/// node 0 of the line holds what its twin holds.
class em_node1_twins final : public alu_twins<Lane> {
 public:
  em_node1_twins(alu_host_if& host, const TwinSite& site)
      : alu_twins{host, site, parameters(host.nodes()), names_of(host)} {}

  static Parameters parameters(NodeId nodes) {
    return {{"Width", 64},
            {"CountWidth", std::max(16U, unsigned(std::bit_width(nodes)) + 1)},
            {"HopWidth", kHopWidth}};
  }

  void line_begins(alu_node& self, const LineRole& role, const Operand& own) override {
    if (role.nodes == 1) return;
    Lane& lane = active_lane(key(self, role.mirrored));
    const LineRun run{role};
    const std::uint32_t terminal = role.position / role.length;
    lane.role = role;
    lane.end = now() + run.cycles;
    clear(lane.in);
    put(lane.in, 1, role.combines, role.mirrored, role.op, role.mesh_hop, role.express_hop,
        bits_of(role.op, own), role.position % role.length,
        std::min(role.length, role.nodes - terminal * role.length), run.full, terminal,
        run.terminals);
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
      const bool mesh = channel == lane->role.mesh_right;
      Pin& valid = mesh ? lane->in.right_valid : lane->in.express_valid;
      if (mesh || channel == lane->role.express_right) take(valid, lane->role.op, packet);
    }
  }

 private:
  static PartNames names_of(alu_host_if& host) {
    return {std::uint64_t{host.nodes()} * (host.alu_context().full_duplex ? 2 : 1),
            [&host](std::uint64_t number) {
              const char* const part = number < host.nodes() ? "em_node1" : "em_node1_b";
              return alu_names(host, part).name(number % host.nodes());
            }};
  }
  [[nodiscard]] std::uint64_t key(const alu_node& self, bool mirrored) const {
    return std::uint64_t{mirrored ? part.nodes() : 0} + self.id();
  }
  /// The node's lanes while they have their parts.
  [[nodiscard]] std::array<Lane*, 2> playing(const alu_node& self) const {
    const auto one = [&](bool mirrored) {
      Lane* const lane = existing(key(self, mirrored));
      return lane == nullptr || now() > lane->end ? nullptr : lane;
    };
    return {one(false), one(true)};
  }

  void expect(Lane& lane, Cycles cycle) override {
    put(lane.out, lane.left.now, lane.left.bits, lane.express.now, lane.express.bits,
        bits_of(lane.role.op, result_of(node_of(lane), lane.role)),
        lane.role.position == 0 && cycle == lane.end);
  }
  void follow(Lane& lane, Cycles cycle) override {
    take_sent(lane.left, lane.seen.left_data);
    take_sent(lane.express, lane.seen.express_data);
    if (lane.seen.done.on()) keep(node_of(lane), lane.role, lane.seen.partial.get());
    expect(lane, cycle);
  }
  bool goes_on(Lane& lane, Cycles cycle) override {
    lane.left = lane.express = {};
    return cycle < lane.end;
  }
};

TwinBlock em_node1_block() { return block_of<em_node1_twins, kPlays>(16); }

}  // namespace plexus::em_node1_adapter
