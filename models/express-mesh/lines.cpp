#include "models/express-mesh/lines.hpp"

namespace plexus {

LinePlace LinePlace::of(const ExpressMeshShape& mesh, unsigned dimension, NodeId node) {
  LinePlace at;
  at.line = mesh.line(dimension);
  at.position = mesh.coordinate(node, dimension);
  at.mesh_low = mesh.channel(dimension, false);
  at.mesh_high = mesh.channel(dimension, true);
  at.express_low = mesh.channel(dimension, false, 1);
  at.express_high = mesh.channel(dimension, true, 1);
  return at;
}

LineRole line_role(const alu_node& self, const LinePlace& at, Operator op, bool combines,
                   bool mirrored) {
  LineRole role;
  role.nodes = static_cast<std::uint32_t>(at.line.nodes);
  role.position =
      static_cast<std::uint32_t>(mirrored ? at.line.nodes - 1 - at.position : at.position);
  role.length = static_cast<std::uint32_t>(at.line.length);
  role.combines = combines;
  role.mirrored = mirrored;
  role.mesh_left = mirrored ? at.mesh_high : at.mesh_low;
  role.mesh_right = mirrored ? at.mesh_low : at.mesh_high;
  role.express_left = mirrored ? at.express_high : at.express_low;
  role.express_right = mirrored ? at.express_low : at.express_high;
  role.op = op;
  role.mesh_hop = self.hop(at.mesh_low);
  role.express_hop = self.hop(at.express_low);
  return role;
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

Program chain_of(alu_node& self, ListPlace at, Operator op, Operand& value, Operand& rest) {
  if (at.index + 1 < at.size) {
    rest = (co_await self.receive(at.from)).operand;
    value = combine(op, value, rest);
  }
  if (at.index > 0) co_await self.send(at.towards, value);
}

Program prefix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& carry) {
  if (!at.is_terminal()) {
    carry = (co_await self.receive(at.mesh_low)).operand;
  } else {
    const CarryRole role{false,
                         at.segment() == 0,
                         at.segment() + 1 == at.line.terminals(),
                         at.last_of_segment(),
                         at.express_low,
                         at.express_high,
                         at.mesh_high,
                         op,
                         self.hop(at.express_high)};
    self.tell_watches(
        [&](alu_watch_if& watch) { watch.carry_awaited(self, role, own, total, carry); });
    if (at.segment() > 0) carry = (co_await self.receive(at.express_low)).operand;
    if (at.segment() + 1 < at.line.terminals()) {
      co_await self.send(at.express_high, combine(op, carry, total));
    }
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
    self.tell_watches(
        [&](alu_watch_if& watch) { watch.carry_awaited(self, role, own, total, beyond); });
    if (!is_end) beyond = (co_await self.receive(at.express_high)).operand;
    if (t > 0) co_await self.send(at.express_low, combine(op, total, beyond));
  }
  if (!is_end && !at.last_of_segment()) co_await self.send(at.mesh_high, beyond);
}

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
