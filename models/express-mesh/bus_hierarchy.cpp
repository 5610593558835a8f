#include <cmath>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// For C and R: m -> ceil(m / g) while m > 1, adding min(g, m) - 1 slots.
std::int64_t line_slots(std::int64_t side, std::int64_t group) {
  std::int64_t slots = 0;
  for (std::int64_t heads = side; heads > 1; heads = ceil_div(heads, group)) {
    slots += std::min(group, heads) - 1;
  }
  return slots;
}

Steps steps(const ExpressMeshCase& at) {
  return {0, 0, line_slots(at.mesh.sides[1], at.group) + line_slots(at.mesh.sides[0], at.group)};
}

/// All levels of one line: in each, the head of a block receives the other heads of it in order.
Program combine_line(alu_node& self, const ExpressMeshCase& at, unsigned dimension,
                     std::uint64_t phase, Operand& value) {
  const std::int64_t place = at.mesh.coordinate(self.id(), dimension);
  std::int64_t unit = 1;
  unsigned level = 0;
  for (std::int64_t heads = at.mesh.sides[dimension]; heads > 1;
       heads = ceil_div(heads, at.group), ++level) {
    const std::int64_t head = place / unit;
    const std::int64_t p = head % at.group;
    Collection part;
    part.phase = phase;
    part.send_channel = part.receive_channel = level_bus_channel(at, dimension, level);
    part.slot = p - 1;
    part.items = p == 0 ? std::min(at.group, heads - head) - 1 : 0;
    co_await collect(self, part, value);
    if (p > 0) co_return;
    phase += static_cast<std::uint64_t>(std::min(at.group, heads) - 1);
    unit *= at.group;
  }
}

/// All levels of the rows, then all levels of column 0.
Program program(alu_node& self, const ExpressMeshCase& at) {
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await combine_line(self, at, 1, 0, value);
  if (at.mesh.coordinate(self.id(), 1) != 0) co_return;
  const auto phase = static_cast<std::uint64_t>(line_slots(at.mesh.sides[1], at.group));
  co_await combine_line(self, at, 0, phase, value);
}

/// Table 1: O(log N).
double growth(const ExpressMeshCase& at) {
  return std::log2(static_cast<double>(at.mesh.values()));
}

}  // namespace

ExpressMeshAlgorithm bus_hierarchy() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kNone;
  rules.levels = Levels::kNone;
  rules.buses = BusLayout::kHierarchy;
  rules.own = group_parameters;
  rules.steps = steps;
  ExpressMeshAlgorithm algorithm =
      reduction("bus-hierarchy", "buses of buses on every row and column", "3", rules);
  algorithm.program = program;
  algorithm.least_steps = nullptr;
  algorithm.growth = "log2 N";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
