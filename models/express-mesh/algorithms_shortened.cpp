#include "models/express-mesh/degree_five.hpp"

namespace plexus::express {

namespace {

/// lr-1 + lc-1 + Tc-1 + [Tr>1](Tr + nu) mesh steps, nu = 1 if Tr > 2 or sr > 1; Tr-1 + Tc-1
/// express steps.
Steps steps_3_shortened(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  Steps steps = building_block::line(rows) + building_block::line(columns);
  steps.mesh += columns.terminals() - 1;
  if (Tr > 1) steps.mesh += Tr + (Tr > 2 || rows.last() > 1 ? 1 : 0);
  return steps;
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_3_shortened() {
  return degree_five(ExpressLayout::kShortened, false, steps_3_shortened);
}
Algorithm<ExpressMeshCase> algorithm_4_shortened() {
  return degree_five(ExpressLayout::kShortened, true, with_sets<steps_3_shortened>);
}

}  // namespace plexus::express
