#include <cmath>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

std::int64_t corners(const ExpressMeshCase& at) {
  return ceil_div(at.mesh.sides[0], at.block) * ceil_div(at.mesh.sides[1], at.block);
}

/// Blocks to corners, then a slot for every corner but the first: ceil(R/s) ceil(C/s) - 1.
Steps steps(const ExpressMeshCase& at) { return corner_steps(at) + Steps{0, 0, corners(at) - 1}; }

/// The corners in row-major order of blocks, one slot each; node 0 merges.
Program program(alu_node& self, const ExpressMeshCase& at) {
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  const unsigned channel = row_bus_channel(at);
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await run_stages(self, at, at.stages, value);
  if (row % at.block != 0 || column % at.block != 0) co_return;
  const std::int64_t corner =
      row / at.block * ceil_div(at.mesh.sides[1], at.block) + column / at.block;
  Collection part;
  part.phase = at.stages.size();
  part.slot = corner - 1;
  part.items = corner == 0 ? corners(at) - 1 : 0;
  part.send_channel = part.receive_channel = channel;
  co_await collect(self, part, value);
}

/// Table 1: Theta(N^(1/3)).
double growth(const ExpressMeshCase& at) {
  return std::cbrt(static_cast<double>(at.mesh.values()));
}

}  // namespace

ExpressMeshAlgorithm global_bus() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kNone;
  rules.levels = Levels::kNone;
  rules.placement = Placement::kSubmeshRowMajor;
  rules.buses = BusLayout::kGlobal;
  rules.has_blocks = true;
  rules.own = block_parameters;
  rules.steps = steps;
  rules.stages = blocks_to_corners;
  ExpressMeshAlgorithm algorithm =
      reduction("global-bus", "blocks to their corners, corners over one bus", "3", rules);
  algorithm.program = program;
  algorithm.least_steps = nullptr;
  algorithm.growth = "N^(1/3)";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
