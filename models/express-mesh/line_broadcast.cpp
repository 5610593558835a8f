#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"
#include "models/operations/results.hpp"

namespace plexus::express {

namespace {

Steps steps_line_broadcast(const ExpressMeshCase& at) {
  return building_block::down_to_all(at.mesh);
}

Program program_line_broadcast(alu_node& self, const ExpressMeshCase& at) {
  Record record;
  if (self.id() == 0) record = Record{operand_of(at.op, 0, at.seed)};
  self.hold_what_comes(record.operand);
  co_await down_to_all(self, at.mesh, 0, record);
  self.keep(record.operand);
}

std::optional<std::string> wrong_line_broadcast(const ExpressMeshCase& at,
                                                const express_mesh& machine) {
  const Operand expected = operand_of(at.op, 0, at.seed);
  return first_wrong(machine.size(), [&](NodeId v) {
    return wrong_result(at.op, v, "the value of node 0", machine.node(v).partial(), expected);
  });
}

}  // namespace

Algorithm<ExpressMeshCase> line_broadcast() {
  return on_express_mesh({.steps = steps_line_broadcast},
                         {.operation = "broadcast",
                          .name = "line-broadcast",
                          .summary = "down column 0, then along all rows",
                          .is_default = true,
                          .program = program_line_broadcast,
                          .check = wrong_line_broadcast});
}

}  // namespace plexus::express
