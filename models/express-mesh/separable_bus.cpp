#include <cmath>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/sets.hpp"

namespace plexus::express {

namespace {

std::int64_t row_heads(const ExpressMeshCase& at) { return ceil_div(at.mesh.sides[1], at.block); }
std::int64_t column_heads(const ExpressMeshCase& at) {
  return ceil_div(at.mesh.sides[0], at.block);
}

/// Blocks to corners, then ceil(log2 ceil(C/s)) + ceil(log2 ceil(R/s)) slots.
Steps steps(const ExpressMeshCase& at) {
  return corner_steps(at) + Steps{0, 0, rounds(row_heads(at)) + rounds(column_heads(at))};
}

/// Blocks to corners; the corners of a row of blocks meet by halves, then those of column 0.
Program program(alu_node& self, const ExpressMeshCase& at) {
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await run_stages(self, at, at.stages, value);
  if (row % at.block != 0 || column % at.block != 0) co_return;
  const std::uint64_t start = at.stages.size();
  co_await halve(self, start, column / at.block, row_heads(at), at.block, row_bus_channel(at),
                 value);
  if (column != 0) co_return;
  co_await halve(self, start + static_cast<std::uint64_t>(rounds(row_heads(at))), row / at.block,
                 column_heads(at), at.block, column_bus_channel(at), value);
}

/// Slots of the rounds on a row bus: min(g, T) - 1 + min(s, R) - 1 for T heads left.
Steps steps_row_major(const ExpressMeshCase& at) {
  Steps steps = corner_steps(at);
  for (std::int64_t T = row_heads(at); T > 1; T = ceil_div(T, at.group)) {
    steps.bus += std::min(at.group, T) - 1 + std::min(at.block, at.mesh.sides[0]) - 1;
  }
  steps.bus += rounds(column_heads(at));
  return steps;
}

/// Algorithm 4's overlap on separable buses: the rows of a block stay apart as sets, which go along
/// the row bus in groups of heads, each a chain.
Program program_row_major(alu_node& self, const ExpressMeshCase& at) {
  const std::int64_t s = at.block;
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // Partial answers of the rows of each block, then all of them to its corner.
  const Stage rows{1, 0, 1, s, {1, 1}};
  co_await chain(self, *rows.place(at.mesh, self.id()), value);
  if (column % s != 0) co_return;
  co_await self.phase(1);
  const Stage columns{0, 0, 1, s, {1, s}};
  Sets sets;
  co_await gather_sets(self, *columns.place(at.mesh, self.id()), value, sets);
  if (row % s != 0) co_return;
  // Rounds: heads in groups, every group a chain on its own piece of the bus.
  const unsigned low = row_bus_channel(at);
  const unsigned high = row_bus_channel(at, true);
  std::uint64_t phase = 2;
  std::int64_t unit = s;
  for (std::int64_t T = row_heads(at); T > 1; T = ceil_div(T, at.group), unit *= at.group) {
    const std::int64_t head = column / unit;
    const std::int64_t p = head % at.group;
    const ListPlace place{p, std::min(at.group, T - (head - p)), low, high,
                          static_cast<std::uint32_t>(p > 0 ? column - unit : 0)};
    co_await self.phase(phase++);
    co_await overlap_sets(self, place, sets);
    if (p > 0) co_return;
  }
  value = fold(self, sets);
  self.keep(value);
  co_await halve(self, phase, row / s, column_heads(at), s, column_bus_channel(at), value);
}

double logarithm(const ExpressMeshCase& at) {
  return std::log2(static_cast<double>(at.mesh.values()));
}
double eighth_root(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 0.125);
}

ExpressMeshRules bus_rules() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kNone;
  rules.levels = Levels::kNone;
  rules.buses = BusLayout::kSeparable;
  rules.has_blocks = true;
  return rules;
}

}  // namespace

ExpressMeshAlgorithm separable_bus() {
  ExpressMeshRules rules = bus_rules();
  rules.submeshes_if_blocks = true;
  rules.own = separable_bus_parameters;
  rules.steps = steps;
  rules.stages = blocks_to_corners;
  ExpressMeshAlgorithm algorithm = reduction(
      "separable-bus", "heads meet by halves on the pieces of separable buses", "3", rules);
  algorithm.program = program;
  algorithm.least_steps = nullptr;
  algorithm.growth = "log2 N";
  algorithm.growth_of = logarithm;
  return algorithm;
}

ExpressMeshAlgorithm separable_bus_row_major() {
  ExpressMeshRules rules = bus_rules();
  rules.own = block_and_group_parameters;
  rules.steps = steps_row_major;
  rules.parts = {"em_overlap"};
  ExpressMeshAlgorithm algorithm = reduction(
      "separable-bus-row-major", "row-major values: sets overlap on separable buses", "6", rules);
  algorithm.program = program_row_major;
  algorithm.least_steps = nullptr;
  algorithm.growth = "N^(1/8)";
  algorithm.growth_of = eighth_root;
  return algorithm;
}

}  // namespace plexus::express
