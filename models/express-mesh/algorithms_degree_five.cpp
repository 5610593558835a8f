#include <algorithm>

#include "models/express-mesh/degree_five.hpp"

/// Layouts in which no two express links end at one node (Sec. 7): mesh steps beside those of
/// Algorithm 3, whose express steps they take.
namespace plexus::express {

namespace {

Steps algorithm_3(const ExpressMeshCase& at, std::int64_t more) {
  return building_block::line(at.mesh.line(0)) + building_block::line(at.mesh.line(1)) +
         Steps{more};
}

/// [Tc>1][lr>1](Tc-2) + [Tr>1](2 c1 + mu + Tr-2), with c1 = min(1, lc-1) and mu = 1 if Tr >= 4, or
/// Tr = 3 and sr > 1.
Steps steps_3_shifted(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t Tr = rows.terminals();
  const std::int64_t Tc = columns.terminals();
  const std::int64_t c1 = std::min<std::int64_t>(1, columns.full() - 1);
  const std::int64_t mu = Tr >= 4 || (Tr == 3 && rows.last() > 1) ? 1 : 0;
  return algorithm_3(
      at, (Tc > 1 && rows.full() > 1 ? Tc - 2 : 0) + (Tr > 1 ? 2 * c1 + mu + Tr - 2 : 0));
}

/// Tc-1 + [Tr>1](Tr + nu), nu = 1 if Tr > 2 or sr > 1.
Steps steps_3_shortened(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const std::int64_t Tr = rows.terminals();
  const std::int64_t nu = Tr > 2 || rows.last() > 1 ? 1 : 0;
  return algorithm_3(at, at.mesh.line(1).terminals() - 1 + (Tr > 1 ? Tr + nu : 0));
}

/// Algorithm 4: [Tc>1](lr-1) express steps more, in which the sets of a band follow each other.
template <Steps (*steps_3)(const ExpressMeshCase&)>
Steps with_sets(const ExpressMeshCase& at) {
  return steps_3(at) + building_block::overlap(at.mesh.line(1), at.mesh.line(0));
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_3_shifted() {
  return degree_five(ExpressLayout::kShifted, false, steps_3_shifted);
}
Algorithm<ExpressMeshCase> algorithm_4_shifted() {
  return degree_five(ExpressLayout::kShifted, true, with_sets<steps_3_shifted>);
}
Algorithm<ExpressMeshCase> algorithm_3_shortened() {
  return degree_five(ExpressLayout::kShortened, false, steps_3_shortened);
}
Algorithm<ExpressMeshCase> algorithm_4_shortened() {
  return degree_five(ExpressLayout::kShortened, true, with_sets<steps_3_shortened>);
}

}  // namespace plexus::express
