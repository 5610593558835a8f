#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// Blocks to corners; the corners of a row of blocks meet by halves, then those of column 0:
/// ceil(log2 ceil(C/s)) + ceil(log2 ceil(R/s)) slots.
Stages stages_separable_bus(const ExpressMeshCase& at) {
  const std::int64_t s = at.block;
  return joined({blocks_to_corners(at), rounds(at, Stage::Over::kPieces, 1, s, 2, {s, 1}),
                 rounds(at, Stage::Over::kPieces, 0, s, 2, {1, at.mesh.sides[1]})});
}

}  // namespace

Algorithm<ExpressMeshCase> separable_bus() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kSeparable,
                    .placement = Placement::kSubmeshRowMajor,
                    .single_nodes_row_major = true,
                    .stages = stages_separable_bus},
                   {.name = "separable-bus",
                    .summary = "heads meet by halves on the pieces of separable buses",
                    .parameters = {block_parameter(1, "a bus for every so many rows and columns")},
                    .equations = {log_of_n("3")}});
}

}  // namespace plexus::express
