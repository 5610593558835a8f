#include <algorithm>

#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/parameters.hpp"

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

Steps steps_bus_hierarchy(const ExpressMeshCase& at) {
  return {.bus = line_slots(at.mesh.sides[1], at.group) + line_slots(at.mesh.sides[0], at.group)};
}

/// All levels of one line: in each, the head of a block receives the other heads of it in order.
Program combine_line(alu_node& self, const ExpressMeshCase& at, unsigned dimension,
                     std::int64_t phase, Operand& value) {
  std::int64_t head = at.mesh.coordinate(self.id(), dimension);
  unsigned level = 0;
  for (std::int64_t heads = at.mesh.sides[dimension]; heads > 1;
       heads = ceil_div(heads, at.group), head /= at.group) {
    const unsigned channel = bus_channel(at, dimension, level++);
    const std::int64_t p = head % at.group;
    if (p > 0) {
      co_await hand_over(self, phase + p - 1, channel, 0, value);
      co_return;
    }
    co_await collect(self, phase, channel, std::min(at.group, heads - head) - 1, value);
    phase += std::min(at.group, heads) - 1;
  }
}

/// All levels of the rows, then all levels of column 0.
Program program_bus_hierarchy(alu_node& self, const ExpressMeshCase& at) {
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await combine_line(self, at, 1, 0, value);
  if (at.mesh.coordinate(self.id(), 1) != 0) co_return;
  co_await combine_line(self, at, 0, line_slots(at.mesh.sides[1], at.group), value);
}

}  // namespace

Algorithm<ExpressMeshCase> bus_hierarchy() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kHierarchy,
                    .steps = steps_bus_hierarchy},
                   {.name = "bus-hierarchy",
                    .summary = "buses of buses on every row and column",
                    .parameters = {group_parameter()},
                    .program = program_bus_hierarchy,
                    .equations = {log_of_n("3")}});
}

}  // namespace plexus::express
