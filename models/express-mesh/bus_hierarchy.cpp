#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// All levels of the rows, then all levels of column 0: in each, the head of a block receives the
/// other heads of it in order.
Stages stages_bus_hierarchy(const ExpressMeshCase& at) {
  return joined({rounds(at, Stage::Over::kBus, 1, 1, at.group, {1, 1}),
                 rounds(at, Stage::Over::kBus, 0, 1, at.group, {1, at.mesh.sides[1]})});
}

}  // namespace

Algorithm<ExpressMeshCase> bus_hierarchy() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kHierarchy,
                    .stages = stages_bus_hierarchy},
                   {.name = "bus-hierarchy",
                    .summary = "buses of buses on every row and column",
                    .parameters = {group_parameter()},
                    .equations = {log_of_n("3")}});
}

}  // namespace plexus::express
