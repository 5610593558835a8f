#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/parameters.hpp"

namespace plexus::express {

namespace {

std::int64_t corners(const ExpressMeshCase& at) {
  return ceil_div(at.mesh.sides[0], at.block) * ceil_div(at.mesh.sides[1], at.block);
}

/// Blocks to corners, then a slot for every corner but the first: ceil(R/s) ceil(C/s) - 1.
Steps steps_global_bus(const ExpressMeshCase& at) {
  return steps_of(blocks_to_corners(at), at.mesh) + Steps{.bus = corners(at) - 1};
}

/// The corners in row-major order of blocks, one slot each; node 0 merges.
Program program_global_bus(alu_node& self, const ExpressMeshCase& at) {
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await run_stages(self, at, at.stages, value);
  if (row % at.block != 0 || column % at.block != 0) co_return;
  const std::int64_t corner =
      row / at.block * ceil_div(at.mesh.sides[1], at.block) + column / at.block;
  const auto first = static_cast<std::int64_t>(at.stages.size());
  if (corner == 0) {
    co_await collect(self, first, bus_channel(at, 1), corners(at) - 1, value);
  } else {
    co_await hand_over(self, first + corner - 1, bus_channel(at, 1), 0, value);
  }
}

}  // namespace

Algorithm<ExpressMeshCase> global_bus() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kGlobal,
                    .placement = Placement::kSubmeshRowMajor,
                    .stages = blocks_to_corners,
                    .steps = steps_global_bus},
                   {.name = "global-bus",
                    .summary = "blocks to their corners, corners over one bus",
                    .parameters = {block_parameter(2, "side of the blocks that a bus serves")},
                    .program = program_global_bus,
                    .equations = {root_of_n<3>("3")}});
}

}  // namespace plexus::express
