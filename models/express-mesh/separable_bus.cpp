#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/parameters.hpp"

namespace plexus::express {

namespace {

/// Blocks to corners, then ceil(log2 ceil(C/s)) + ceil(log2 ceil(R/s)) slots.
Steps steps_separable_bus(const ExpressMeshCase& at) {
  return steps_of(blocks_to_corners(at), at.mesh) +
         Steps{.bus = rounds(ceil_div(at.mesh.sides[1], at.block)) +
                      rounds(ceil_div(at.mesh.sides[0], at.block))};
}

/// Blocks to corners; the corners of a row of blocks meet by halves, then those of column 0.
Program program_separable_bus(alu_node& self, const ExpressMeshCase& at) {
  const std::int64_t s = at.block;
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  const std::int64_t heads = ceil_div(at.mesh.sides[1], s);
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await run_stages(self, at, at.stages, value);
  if (row % s != 0 || column % s != 0) co_return;
  const auto start = static_cast<std::int64_t>(at.stages.size());
  co_await halve(self, start, column / s, heads, s, bus_channel(at, 1), value);
  if (column != 0) co_return;
  co_await halve(self, start + rounds(heads), row / s, ceil_div(at.mesh.sides[0], s), s,
                 bus_channel(at, 0), value);
}

}  // namespace

Algorithm<ExpressMeshCase> separable_bus() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kSeparable,
                    .placement = Placement::kSubmeshRowMajor,
                    .single_nodes_row_major = true,
                    .stages = blocks_to_corners,
                    .steps = steps_separable_bus},
                   {.name = "separable-bus",
                    .summary = "heads meet by halves on the pieces of separable buses",
                    .parameters = {block_parameter(1, "a bus for every so many rows and columns")},
                    .program = program_separable_bus,
                    .equations = {log_of_n("3")}});
}

}  // namespace plexus::express
