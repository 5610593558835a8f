#include "models/express-mesh/degree_five.hpp"

namespace plexus::express {

namespace {

/// lr-1 + lc-1 + Tc-1 + [Tr>1](Tr + nu) mesh steps, nu = 1 if Tr > 2 or sr > 1; Tr-1 + Tc-1
/// express steps.
Steps steps_3(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  Steps steps = building_block::line(rows) + building_block::line(columns);
  steps.mesh += columns.terminals() - 1;
  if (Tr > 1) steps.mesh += Tr + (Tr > 2 || rows.last() > 1 ? 1 : 0);
  return steps;
}

/// [Tc>1](lr-1) express steps more.
Steps steps_4(const ExpressMeshCase& at) {
  return steps_3(at) + building_block::overlap(at.mesh.line(1), at.mesh.line(0));
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_3_shortened() {
  return degree_five(ExpressLayout::kShortened, false, steps_3);
}
Algorithm<ExpressMeshCase> algorithm_4_shortened() {
  return degree_five(ExpressLayout::kShortened, true, steps_4);
}

}  // namespace plexus::express
