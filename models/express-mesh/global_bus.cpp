#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// Blocks to corners, then a slot for every corner but the first, in row-major order of blocks:
/// ceil(R/s) ceil(C/s) - 1.
Stages stages_global_bus(const ExpressMeshCase& at) {
  const std::int64_t s = at.block;
  return joined({blocks_to_corners(at),
                 {{.dimension = 1, .unit = s, .lines = {s, 1}, .over = Stage::Over::kGlobalBus}}});
}

}  // namespace

Algorithm<ExpressMeshCase> global_bus() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kGlobal,
                    .placement = Placement::kSubmeshRowMajor,
                    .stages = stages_global_bus},
                   {.name = "global-bus",
                    .summary = "blocks to their corners, corners over one bus",
                    .parameters = {block_parameter(2)},
                    .equations = {root_of_n(3, "3")}});
}

}  // namespace plexus::express
