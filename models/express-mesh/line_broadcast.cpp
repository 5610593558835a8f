#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"
#include "models/express-mesh/parameters.hpp"
#include "models/operations/results.hpp"

namespace plexus::express {

namespace {

Steps steps_line_broadcast(const ExpressMeshCase& at) {
  return building_block::down(at.mesh.line(0)) + building_block::down(at.mesh.line(1));
}

/// DOWN on column 0, then DOWN on all rows: the value of node 0 to all nodes.
Program program_line_broadcast(alu_node& self, const ExpressMeshCase& at) {
  Record record;
  if (self.id() == 0) record = Record{operand_of(at.op, 0, at.seed)};
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  if (row.position == 0) {
    co_await down(self, LinePlace::of(at.mesh, 0, self.id()), record);
  }
  co_await self.phase(1);
  co_await down(self, row, record);
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
                          .lower_bound = bound_of_result,
                          .check = wrong_line_broadcast});
}

}  // namespace plexus::express
