#include <fmt/format.h>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus::express {

namespace {

Steps steps(const ExpressMeshCase& at) {
  return building_block::down(at.mesh.line(0)) + building_block::down(at.mesh.line(1));
}

Steps hops(const ExpressMeshCase& at) {
  return building_block::down_hops(at.mesh.line(0)) +
         at.mesh.sides[0] * building_block::down_hops(at.mesh.line(1));
}

/// DOWN on column 0, then DOWN on all rows: the value of node 0 to all nodes.
Program program(alu_node& self, const ExpressMeshCase& at) {
  Record record;
  if (self.id() == 0) record = Record{operand_of(Operator::kSum, 0, at.seed)};
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  if (row.position == 0) {
    co_await down(self, LinePlace::of(at.mesh, 0, self.id()), record);
  }
  co_await self.phase(1);
  co_await down(self, row, record);
  self.keep(record.operand);
}

std::optional<std::string> check(const ExpressMeshCase& at, const express_mesh& machine) {
  const Operand expected = operand_of(Operator::kSum, 0, at.seed);
  for (NodeId v = 0; v < machine.size(); ++v) {
    if (machine.node(v).partial() == expected) continue;
    return fmt::format("Node {} holds {} and not {}, the value of node 0.", v,
                       to_text(Operator::kSum, machine.node(v).partial()),
                       to_text(Operator::kSum, expected));
  }
  return std::nullopt;
}

}  // namespace

ExpressMeshAlgorithm line_broadcast() {
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "broadcast";
  algorithm.name = "line-broadcast";
  algorithm.summary = "down column 0, then along all rows";
  algorithm.is_default = true;
  algorithm.rules.steps = steps;
  algorithm.program = program;
  algorithm.least_steps = least_to_result;
  algorithm.check = check;
  algorithm.hops = hops;
  return algorithm;
}

}  // namespace plexus::express
