#include "models/express-mesh/lines.hpp"

#include <utility>

#include "models/express-mesh/line_watch.hpp"

namespace plexus {

LinePlace LinePlace::of(const ExpressMeshShape& mesh, unsigned dimension, NodeId node) {
  return {mesh.line(dimension),
          mesh.coordinate(mesh.grid_node(node), dimension),
          mesh.channel(dimension, false),
          mesh.channel(dimension, true),
          mesh.channel(dimension, false, 1),
          mesh.channel(dimension, true, 1)};
}

void LinePlace::tell(alu_node& self, Operator op, bool combines, const Operand& own,
                     bool mirrored) const {
  if (!self.watched()) return;
  LineRole role;
  role.nodes = static_cast<std::uint32_t>(line.nodes);
  role.position = static_cast<std::uint32_t>(mirrored ? line.nodes - 1 - position : position);
  role.length = static_cast<std::uint32_t>(line.length);
  role.combines = combines;
  role.mirrored = mirrored;
  role.mesh_left = mesh_low;
  role.mesh_right = mesh_high;
  role.express_left = express_low;
  role.express_right = express_high;
  if (mirrored) {
    std::swap(role.mesh_left, role.mesh_right);
    std::swap(role.express_left, role.express_right);
  }
  role.op = op;
  role.mesh_hop = self.hop(mesh_low);
  role.express_hop = self.hop(express_low);
  tell_lines(self, [&](line_watch_if& watch) { watch.line_begins(self, role, own); });
}

Program down(alu_node& self, LinePlace at, Record& record) {
  if (!at.is_terminal()) {
    record = co_await self.receive(at.mesh_low);
  } else {
    if (at.segment() > 0) record = co_await self.receive(at.express_low);
    // Express before mesh: one port forces an order, and this is the faster one.
    if (at.segment() + 1 < at.line.terminals()) co_await self.send(at.express_high, record);
  }
  if (!at.last_of_segment()) co_await self.send(at.mesh_high, record);
}

Program prefix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& carry) {
  if (!at.is_terminal()) {
    carry = (co_await self.receive(at.mesh_low)).operand;
  } else {
    const bool is_first = at.segment() == 0;
    const bool is_last = at.segment() + 1 == at.line.terminals();
    const CarryRole role{
        false,           is_first,     is_last, at.last_of_segment(),     at.express_low,
        at.express_high, at.mesh_high, op,      self.hop(at.express_high)};
    tell_lines(self,
               [&](line_watch_if& watch) { watch.carry_awaited(self, role, own, total, carry); });
    if (!is_first) carry = (co_await self.receive(at.express_low)).operand;
    if (!is_last) co_await self.send(at.express_high, combine(op, carry, total));
  }
  if (!at.last_of_segment()) co_await self.send(at.mesh_high, combine(op, carry, own));
}

Program prefix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& carry) {
  Operand total = own;
  if (at.line.terminals() > 1) {
    Operand rest;
    co_await chain_of(self, at.in_segment(), op, total, rest);
    co_await self.phase_end();
  }
  co_await prefix_flow(self, at, op, own, total, carry);
}

namespace {

/// The flow of SUFFIX where T >= 2, once terminals know their segment totals: every node gets in
/// `beyond` what stands in the segments behind its own.
Program suffix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& beyond) {
  const std::int64_t t = at.segment();
  const bool is_end = t + 1 == at.line.terminals();  // nothing is behind its segment
  if (!at.is_terminal()) {
    if (!is_end) beyond = (co_await self.receive(at.mesh_low)).operand;
  } else {
    const CarryRole role{
        true,           is_end,       t == 0, is_end || at.last_of_segment(), at.express_high,
        at.express_low, at.mesh_high, op,     self.hop(at.express_low)};
    tell_lines(self,
               [&](line_watch_if& watch) { watch.carry_awaited(self, role, own, total, beyond); });
    if (!is_end) beyond = (co_await self.receive(at.express_high)).operand;
    if (t > 0) co_await self.send(at.express_low, combine(op, total, beyond));
  }
  if (!is_end && !at.last_of_segment()) co_await self.send(at.mesh_high, beyond);
}

}  // namespace

Program suffix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& after) {
  Operand total = own;
  Operand rest;  // of the nodes behind in the segment
  co_await chain_of(self, at.in_segment(), op, total, rest);
  Operand beyond;  // G_t: of the segments behind
  if (at.line.terminals() > 1) {
    co_await self.phase_end();
    co_await suffix_flow(self, at, op, own, total, beyond);
  }
  after = combine(op, rest, beyond);
}

}  // namespace plexus
