#include <algorithm>

#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/parameters.hpp"

namespace plexus::express {

namespace {

/// Blocks to corners; min(g, T) - 1 + min(s, R) - 1 slots of a round on the row buses for T heads
/// left, then ceil(log2 ceil(R/s)).
Steps steps_separable_bus_row_major(const ExpressMeshCase& at) {
  Steps steps = steps_of(blocks_to_corners(at), at.mesh);
  for (std::int64_t T = ceil_div(at.mesh.sides[1], at.block); T > 1; T = ceil_div(T, at.group)) {
    steps.bus += std::min(at.group, T) - 1 + std::min(at.block, at.mesh.sides[0]) - 1;
  }
  steps.bus += rounds(ceil_div(at.mesh.sides[0], at.block));
  return steps;
}

/// Algorithm 4's overlap on separable buses: the rows of a block stay apart as sets, which go along
/// the row bus in groups of heads, each a chain.
Program program_separable_bus_row_major(alu_node& self, const ExpressMeshCase& at) {
  const std::int64_t s = at.block;
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  const Stages corners = blocks_to_corners(at);
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // Partial answers of the rows of each block, then all of them to its corner.
  co_await chain(self, *corners[0].place(at.mesh, self.id()), value);
  if (column % s != 0) co_return;
  co_await self.phase(1);
  Sets sets;
  co_await gather_sets(self, *corners[1].place(at.mesh, self.id()), value, sets);
  if (row % s != 0) co_return;
  // Rounds: heads in groups, every group a chain on its own piece of the bus.
  std::int64_t phase = 2;
  std::int64_t unit = s;
  for (std::int64_t T = ceil_div(at.mesh.sides[1], s); T > 1; T = ceil_div(T, at.group)) {
    const std::int64_t head = column / unit;
    const std::int64_t p = head % at.group;
    const ListPlace place{p, std::min(at.group, T - (head - p)), bus_channel(at, 1),
                          bus_channel(at, 1, 1),
                          static_cast<std::uint32_t>(p > 0 ? column - unit : 0)};
    co_await self.phase(static_cast<std::uint64_t>(phase++));
    co_await overlap_sets(self, place, sets);
    if (p > 0) co_return;
    unit *= at.group;
  }
  value = fold(self, sets);
  self.keep(value);
  co_await halve(self, phase, row / s, ceil_div(at.mesh.sides[0], s), s, bus_channel(at, 0), value);
}

}  // namespace

Algorithm<ExpressMeshCase> separable_bus_row_major() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kSeparable,
                    .steps = steps_separable_bus_row_major},
                   {.name = "separable-bus-row-major",
                    .summary = "row-major values: sets overlap on separable buses",
                    .parameters = {block_parameter(2, "side of the blocks that a bus serves"),
                                   group_parameter()},
                    .program = program_separable_bus_row_major,
                    .equations = {root_of_n<8>("6")},
                    .blocks = {"em_overlap"}});
}

}  // namespace plexus::express
