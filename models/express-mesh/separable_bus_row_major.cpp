#include <algorithm>

#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// Blocks to corners, to which the rows of a block stay apart as sets; then Algorithm 4's overlap
/// in groups of heads, every group a chain on its own piece of the row bus; then column 0 by
/// halves.
Stages stages_separable_bus_row_major(const ExpressMeshCase& at) {
  const std::int64_t s = at.block;
  Stages corners = blocks_to_corners(at);
  corners.back().moves = Stage::Moves::kSets;
  Stages rows = rounds(at, Stage::Over::kPieces, 1, s, at.group, {s, 1});
  for (Stage& round : rows) round.moves = Stage::Moves::kOverlapped;
  (rows.empty() ? corners : rows).back().fold = Stage::Fold::kAfter;
  return joined({corners, rows, rounds(at, Stage::Over::kPieces, 0, s, 2, {1, at.mesh.sides[1]})});
}

/// min(s, R) - 1 slots more in each round of overlapped sets.
Steps steps_separable_bus_row_major(const ExpressMeshCase& at) {
  const Stages stages = stages_separable_bus_row_major(at);
  const auto overlapped = std::ranges::count(stages, Stage::Moves::kOverlapped, &Stage::moves);
  return steps_of(stages, at.mesh) +
         Steps{.bus = overlapped * (std::min(at.block, at.mesh.sides[0]) - 1)};
}

}  // namespace

Algorithm<ExpressMeshCase> separable_bus_row_major() {
  return reduce_on({.layout = ExpressLayout::kNone,
                    .levels = 0,
                    .buses = BusLayout::kSeparable,
                    .stages = stages_separable_bus_row_major,
                    .steps = steps_separable_bus_row_major},
                   {.name = "separable-bus-row-major",
                    .summary = "row-major values: sets overlap on separable buses",
                    .parameters = {block_parameter(2), group_parameter()},
                    .equations = {root_of_n(8, "6")},
                    .blocks = {"em_overlap"}});
}

}  // namespace plexus::express
