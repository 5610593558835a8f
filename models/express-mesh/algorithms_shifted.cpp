#include <algorithm>

#include "models/express-mesh/degree_five.hpp"

namespace plexus::express {

namespace {

/// lr-1 + lc-1 + [Tc>1][lr>1](Tc-2) + [Tr>1](2 c1 + mu + Tr-2) mesh steps, with c1 = min(1, lc-1)
/// and mu = 1 if Tr >= 4, or Tr = 3 and sr > 1; Tr-1 + Tc-1 express steps.
Steps steps_3_shifted(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  const std::int64_t Tc = columns.terminals();
  Steps steps = building_block::line(rows) + building_block::line(columns);
  const std::int64_t c1 = std::min<std::int64_t>(1, columns.full() - 1);
  const std::int64_t mu = Tr >= 4 || (Tr == 3 && rows.last() > 1) ? 1 : 0;
  if (Tc > 1 && rows.full() > 1) steps.mesh += Tc - 2;
  if (Tr > 1) steps.mesh += 2 * c1 + mu + Tr - 2;
  return steps;
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_3_shifted() {
  return degree_five(ExpressLayout::kShifted, false, steps_3_shifted);
}
Algorithm<ExpressMeshCase> algorithm_4_shifted() {
  return degree_five(ExpressLayout::kShifted, true, with_sets<steps_3_shifted>);
}

}  // namespace plexus::express
