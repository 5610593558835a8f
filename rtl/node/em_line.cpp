#include "rtl/node/alu_twins.hpp"

namespace plexus::em_line_adapter {

constexpr std::uint32_t kMostNodes = 256;

/// Pins of em_line.sv.
struct Inputs {
  Pin start = Pin{"start"}.once(), combine{"combine"}, mirrored{"mirrored"};
  Pin op = Pin{"op"}.of(kOperatorWords), mesh_hop{"mesh_hop"}, express_hop{"express_hop"};
  Pin own{"own", 64};
};
struct Outputs {
  Pin partial{"partial", 64}, done{"done"};
};
/// The whole line.
struct Lane final : twin<Inputs, Outputs> {
  LineRole role;   ///< of any of its nodes
  Cycles end{-1};  ///< its first node holds the result in this cycle
};

/// The twin of a line: nodes and the wires between them, and a second one as seen from the other
/// end where Algorithm 1 runs that way, too. In its place its first node holds what it shows.
class em_line_twins final : public alu_twins<Lane> {
 public:
  em_line_twins(alu_host_if& host, const TwinSite& site)
      : alu_twins{host, site, parameters(host.line()), names_of(host)} {}

  static Parameters parameters(AluLine line) {
    if (line.nodes < 2 || line.nodes > kMostNodes) {
      throw SizeMissing{
          fmt::format("The twin em_line has 2 to {} nodes: choose other --sides.", kMostNodes)};
    }
    return {{"Nodes", line.nodes}, {"Length", line.length}, {"Width", 64}, {"HopWidth", kHopWidth}};
  }

  void line_begins(alu_node& self, const LineRole& role, const Operand& own) override {
    Lane& line = active_lane(role.mirrored ? 1 : 0);
    line.end = now() + LineRun{role}.cycles;
    line.role = role;
    put(line.in, 1, role.combines, role.mirrored, role.op, role.mesh_hop, role.express_hop);
    line.in.own.set(place(line, self.id()), bits_of(role.op, own));
  }

 private:
  static PartNames names_of(alu_host_if& host) {
    const std::string machine = machine_name(host.alu_links());
    const std::string name = (machine.empty() ? "" : machine + '.') + "em_line";
    return {host.alu_context().full_duplex ? 2U : 1U,
            [name](std::uint64_t mirrored) { return name + (mirrored != 0 ? "_b" : ""); }};
  }
  /// The node's place on the line, or the other way round.
  [[nodiscard]] NodeId place(const Lane& line, NodeId node) const {
    return line.role.mirrored ? part.nodes() - 1 - node : node;
  }

  void expect(Lane& line, Cycles cycle) override {
    for (NodeId v = 0; v < part.nodes(); ++v) {
      const Operand& held = result_of(part.alu(v), line.role);
      line.out.partial.set(place(line, v), bits_of(line.role.op, held));
    }
    line.out.done.set(cycle == line.end);
  }
  void follow(Lane& line, Cycles cycle) override {
    if (line.seen.done.on() != (cycle == line.end)) wrong(line, "ends in another cycle");
    if (line.seen.done.on()) keep(part.alu(place(line, 0)), line.role, line.seen.partial.get(0));
  }
  bool goes_on(Lane& line, Cycles cycle) override { return cycle < line.end; }
};

TwinBlock em_line_block() { return block_of<em_line_twins, kPlays>(AluLine{16, 4}); }

}  // namespace plexus::em_line_adapter
