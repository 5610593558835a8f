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

Program down_to_all(alu_node& self, const ExpressMeshShape& mesh, std::uint64_t phase,
                    Record& record) {
  const LinePlace row = LinePlace::of(mesh, 1, self.id());
  if (row.position == 0) {
    co_await self.phase(phase);
    co_await down(self, LinePlace::of(mesh, 0, self.id()), record);
  }
  co_await self.phase(phase + 1);
  co_await down(self, row, record);
}

namespace {

/// The flow of PREFIX, or of SUFFIX from the other end, once terminals know their segment totals:
/// every node gets in `carry` what stands before it, or in the segments behind its own.
Program flow(alu_node& self, LinePlace at, bool suffix, Operator op, const Operand& own,
             const Operand& total, Operand& carry) {
  const bool at_start = at.segment() == 0;
  const bool at_end = at.segment() + 1 == at.line.terminals();
  const bool alone = at.last_of_segment() || (suffix && at_end);
  if (!at.is_terminal()) {
    if (!suffix || !at_end) carry = (co_await self.receive(at.mesh_low)).operand;
  } else {
    const unsigned in = suffix ? at.express_high : at.express_low;
    const unsigned out = suffix ? at.express_low : at.express_high;
    const CarryRole role{suffix,
                         suffix ? at_end : at_start,
                         suffix ? at_start : at_end,
                         alone,
                         in,
                         out,
                         at.mesh_high,
                         op,
                         self.hop(out)};
    tell_lines(self,
               [&](line_watch_if& watch) { watch.carry_awaited(self, role, own, total, carry); });
    if (!role.first) carry = (co_await self.receive(in)).operand;
    const Operand onward = suffix ? combine(op, total, carry) : combine(op, carry, total);
    if (!role.last) co_await self.send(out, onward);
  }
  const Operand inside = suffix ? carry : combine(op, carry, own);
  if (!alone) co_await self.send(at.mesh_high, inside);
}

}  // namespace

Program prefix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& carry) {
  co_await flow(self, at, false, op, own, total, carry);
}

Program prefix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& carry) {
  Operand total = own;
  if (at.line.terminals() > 1) {
    Operand rest;
    co_await chain_of(self, at.in_segment(), op, total, rest);
    co_await self.phase_end();
  }
  co_await flow(self, at, false, op, own, total, carry);
}

Program suffix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& after) {
  Operand total = own;
  Operand rest;  // of the nodes behind in the segment
  co_await chain_of(self, at.in_segment(), op, total, rest);
  Operand beyond;  // G_t: of the segments behind
  if (at.line.terminals() > 1) {
    co_await self.phase_end();
    co_await flow(self, at, true, op, own, total, beyond);
  }
  after = combine(op, rest, beyond);
}

}  // namespace plexus
