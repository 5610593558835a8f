#include "models/express-mesh/case.hpp"

/// Algorithm 4, with phase 3 as corrected (erratum X1) and as printed.
namespace plexus::express {

namespace {

/// l_r - 1 + l_c - 1 mesh steps; [T_c > 1](T_c - 1 + l_r - 1) + T_r - 1 express steps: phase 3 is
/// one chain of whole bands.
Steps steps_algorithm_4(const ExpressMeshCase& at) {
  return building_block::line(at.first_line()) + building_block::line(at.second_line()) +
         building_block::overlap(at.first_line(), at.second_line());
}

/// As printed [T_r > 1](T_r - 1 + l_r - 1) express steps in phase 3.
Steps steps_as_printed(const ExpressMeshCase& at) {
  return steps_algorithm_4(at) + building_block::overlap(at.mesh.line(0), at.mesh.line(0));
}

/// 3 as printed: set by set from bottom to top. Set k of a band is its row k, so namesakes are no
/// consecutive rows and the order is lost. A band that has no row k sends an empty set.
Stages stages_as_printed(const ExpressMeshCase& at) {
  Stages stages = in_submeshes_apart(at);
  stages[3].moves = Stage::Moves::kOverlapped;
  stages[3].sets = static_cast<std::size_t>(at.mesh.line(0).full());
  stages[3].fold = Stage::Fold::kAfter;
  return stages;
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_4() {
  return reduce_on({.layout = ExpressLayout::kSparse,
                    .exchanged = Placement::kColumnMajor,
                    .stages = in_submeshes_apart,
                    .steps = steps_algorithm_4},
                   {.name = "algorithm-4",
                    .summary = "row-major values over few express links: sets overlap on the way",
                    .equations = {root_of_n(4, "6")},
                    .blocks = {"em_overlap"}});
}

Algorithm<ExpressMeshCase> algorithm_4_literal() {
  return reduce_on({.layout = ExpressLayout::kSparse,
                    .placement = std::nullopt,
                    .stages = stages_as_printed,
                    .steps = steps_as_printed},
                   {.name = "algorithm-4-literal",
                    .summary = "Algorithm 4 as printed: set by set, which loses the order",
                    .equations = {root_of_n(4, "6")},
                    .blocks = {"em_overlap"}});
}

}  // namespace plexus::express
