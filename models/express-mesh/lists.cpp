#include "models/express-mesh/lists.hpp"

namespace plexus {

Program chain_of(alu_node& self, ListPlace at, Operator op, Operand& value, Operand& rest) {
  if (at.behind() > 0) {
    rest = (co_await self.receive(at.from)).operand;
    value = combine(op, value, rest);
  }
  if (at.index > 0) co_await self.send(at.towards, value, at.tap);
}

Program chain(alu_node& self, ListPlace at, Operand& value) {
  if (at.behind() > 0) {
    value = self.combine(value, (co_await self.receive(at.from)).operand);
    self.keep(value);
  }
  if (at.index > 0) co_await self.send(at.towards, value, at.tap);
}

}  // namespace plexus
